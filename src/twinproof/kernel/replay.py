"""The check of a proof that is written down, which believes nothing that it says.

The program and the expressions are decoded (`document`), each rule is applied anew to what the steps name, and the last
theorem is compared with the privacy statement of the embedded program. Whatever a rule might put together from what is
small in the document is counted as well, and so is the solver's effort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from twinproof.document.mechanisms import decode_mechanism
from twinproof.document.strict import NOT_WELL_FORMED, Rejected, is_hash, source_hash
from twinproof.document.tables import MOST_ROWS
from twinproof.kernel.judgment import Budget, Closeness, Ledger, Malformed
from twinproof.kernel.proof_document import PARTS, StepReader, premises
from twinproof.kernel.rules import Refused, Theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.command import Command, expressions, subcommands
from twinproof.lang.expr import Expr, size_of
from twinproof.lang.mechanism import Mechanism
from twinproof.smt import in_one_context

MOST_JUDGED = 200_000  # nodes and commands of one judgment
MOST_REPLAYED = 6_000_000  # of all judgments
MOST_EFFORT = 200_000_000  # of the solver, for a whole document

_NOT_APPLICABLE = (*NOT_WELL_FORMED, Malformed)


@dataclass(frozen=True, slots=True)
class Report:
    """What an accepted certificate rests on."""

    mechanism: Mechanism
    theorem: Theorem
    rules: Mapping[str, int]
    obligations: tuple[Expr, ...]
    effort: int
    source_hash: str


def check(document: Mapping[str, Any], expected: Mechanism | None = None, source: str | None = None) -> Report:
    """Replay a certificate; raises `Rejected` with the place and the reason unless it proves its mechanism private.

    With `expected` (and its source text) the certificate must be about that very mechanism.
    """
    try:
        return _check(document, expected, source)
    except (RecursionError, MemoryError):
        raise Rejected("an expression or a program is too deep or too large") from None


@in_one_context()
def _check(document: Mapping[str, Any], expected: Mechanism | None, source: str | None) -> Report:
    if document.get("verdict") != "proved":
        raise Rejected("verdict: only proofs can be replayed here")
    if set(document) != PARTS:
        raise Rejected(f"a proof has the parts {', '.join(sorted(PARTS))}")
    reader = StepReader(document)
    mechanism = decode_mechanism(reader, document.get("mechanism"))
    if expected is not None and mechanism != expected:
        raise Rejected("mechanism: the source has another program or another claim")
    if not is_hash(document["source"]) or (source is not None and document["source"] != source_hash(source)):
        raise Rejected("source: the fingerprint is of another text")
    if not isinstance(document["solver"], str):
        raise Rejected("solver: it is named by a text")
    goal = _goal(mechanism)
    steps = document.get("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= MOST_ROWS:
        raise Rejected("steps: a derivation has at least one step")
    spent, sizes = 0, _Sizes()
    for number, row in enumerate(steps):
        theorem = _replay(reader, number, row)
        if (trouble := sizes.trouble(theorem)) is not None:
            raise Rejected(f"steps[{number}]: {trouble}")
        spent += theorem.step.effort
        if spent > MOST_EFFORT:
            raise Rejected(f"steps[{number}]: the solver's effort exceeds {MOST_EFFORT}")
        reader.steps.append(theorem)
    last = reader.steps[-1]
    if last.is_triple or last.judgment != goal:
        raise Rejected(f"steps[{len(steps) - 1}]: the derivation ends with another judgment than the claim:\n{last}")
    used = list(_used(last))
    obligations = tuple(e for t in used for e in t.step.obligations)
    counts = Counter(t.step.rule for t in used)
    effort = sum(t.step.effort for t in used)
    return Report(mechanism, last, dict(sorted(counts.items())), obligations, effort, str(document.get("source")))


class _Sizes:
    """Counts what the judgments of a derivation hold: rules may put together what is small in the document."""

    def __init__(self) -> None:
        self._programs: dict[Command, int] = {}
        self._in_all = 0

    def trouble(self, theorem: Theorem) -> str | None:
        """What is too large, if something is."""
        parts, programs = _parts(theorem)
        size = sum(map(size_of, parts)) + sum(map(self._program, programs))
        self._in_all += size
        if size > MOST_JUDGED:
            return f"its judgment has more than {MOST_JUDGED} parts"
        return f"all judgments have more than {MOST_REPLAYED} parts" if self._in_all > MOST_REPLAYED else None

    def _program(self, command: Command) -> int:
        if command not in self._programs:
            size = 0
            for c in subcommands(command):
                size += 1 + sum(map(size_of, expressions(c)))
                if size > MOST_JUDGED:
                    break
            self._programs[command] = size
        return self._programs[command]


def _parts(theorem: Theorem) -> tuple[tuple[Expr, ...], tuple[Command, ...]]:
    """The expressions and the programs that a theorem speaks of."""
    if theorem.is_triple:
        t = theorem.triple
        return (t.pre, t.before, t.post, t.after), (t.program,)
    j = theorem.judgment
    match j.cost:
        case Budget(epsilon, delta):
            cost: tuple[Expr, ...] = (epsilon, delta)
        case Ledger(_, keep):
            cost = (keep,)
        case Closeness(_, bound, delta):
            cost = (bound, delta)
    return (j.pre, j.post, *cost), (j.left, j.right)


def _goal(mechanism: Mechanism) -> Any:
    try:
        return privacy(mechanism)
    except _NOT_APPLICABLE as problem:
        raise Rejected(f"mechanism: its claim cannot be stated: {problem}") from None


def _replay(reader: StepReader, number: int, row: Any) -> Theorem:
    try:
        rule, given = reader.step(number, row)
        return rule(**given)
    except Refused as problem:
        raise Rejected(f"steps[{number}]: {problem}") from None
    except _NOT_APPLICABLE as problem:
        raise Rejected(f"steps[{number}]: {type(problem).__name__}: {problem}") from None


def _used(theorem: Theorem) -> Iterable[Theorem]:
    """The steps that a theorem rests on, each once."""
    seen: set[Theorem] = set()
    waiting = [theorem]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            yield current
            waiting += premises(current)
