"""The check of a proof that is written down, which believes nothing that it says.

The program and the expressions are decoded (`document`), each rule is applied anew to what the steps name, and the last
theorem is compared with the privacy statement of the embedded program. Whatever a rule might put together from what is
small in the document is counted as well, and so are the solver's effort and the steps that compute with numbers.
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
from twinproof.lang.command import Assign, Command, If, Sample, Seq, expressions, subcommands
from twinproof.lang.expr import Expr, Var, size_of, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.smt import in_one_context

MOST_JUDGED = 200_000  # nodes and commands of one judgment
MOST_REPLAYED = 6_000_000  # of all judgments
MOST_EFFORT = 200_000_000  # of the solver, for a whole document
MOST_COMPUTED = 100  # steps that compute with long numbers: one may take many seconds
MOST_PAIRS = 100  # that a rule is given: the solver may be asked about each
_COMPUTING = ("AC-While", "Excess")

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
    spent, sizes, computed = 0, _Sizes(), 0
    for number, row in enumerate(steps):
        computed += isinstance(row, dict) and row.get("rule") in _COMPUTING
        if computed > MOST_COMPUTED:
            raise Rejected(f"steps[{number}]: more than {MOST_COMPUTED} steps compute with numbers")
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
        if (trouble := _too_much(row["rule"], given)) is not None:
            raise Rejected(f"steps[{number}]: {trouble}")
        return rule(**given)
    except Refused as problem:
        raise Rejected(f"steps[{number}]: {problem}") from None
    except _NOT_APPLICABLE as problem:
        raise Rejected(f"steps[{number}]: {type(problem).__name__}: {problem}") from None


def _too_much(rule: str, given: Mapping[str, Any]) -> str | None:
    """What would keep a rule busy for long, if something would; it is counted before the rule is applied."""
    if any(isinstance(value, tuple) and len(value) > MOST_PAIRS for value in given.values()):
        return f"a rule is given more than {MOST_PAIRS} pairs"
    blocks = [value for value in given.values() if rule == "ω-Coins" and isinstance(value, Seq | If)]
    told = _Grown(4, Counter(value for value in given.values() if isinstance(value, Var)))
    if any(_spelled_out(block, told).size > MOST_JUDGED for block in blocks):
        return f"what its coins may come to has more than {MOST_JUDGED} parts"
    return None


@dataclass(frozen=True, slots=True)
class _Grown:
    """How large an expression is, and how often each variable stands in it."""

    size: int
    uses: Counter[Var]


def _spelled_out(command: Command, after: _Grown) -> _Grown:
    """At most how large an expression becomes that is taken backwards through a program of coins, as [ω-Coins] does.

    A coin doubles it, and an assignment puts its expression in for each use. It is not counted on beyond the limit.
    """
    if after.size > MOST_JUDGED:
        return after
    match command:
        case Assign(target, value):
            uses = after.uses.copy()
            times = uses.pop(target, 0)
            return _Grown(after.size + times * size_of(value), uses + _uses(times, value))
        case Sample(target, _, parameters):
            uses = Counter({v: 2 * n for v, n in after.uses.items() if v != target})
            more = sum(map(size_of, parameters))
            return _Grown(2 * after.size + 4 * more + 12, uses + sum((_uses(4, p) for p in parameters), Counter()))
        case Seq(parts):
            for part in reversed(parts):
                after = _spelled_out(part, after)
            return after
        case If(condition, then, otherwise):
            yes, no = _spelled_out(then, after), _spelled_out(otherwise, after)
            size = yes.size + no.size + 2 * size_of(condition) + 4
            return _Grown(size, yes.uses + no.uses + _uses(2, condition))
        case _:
            return after


def _uses(times: int, e: Expr) -> Counter[Var]:
    """How often each variable stands in so many copies of an expression."""
    return Counter({v: times * n for v, n in Counter(p for p in subterms(e) if isinstance(p, Var)).items()})


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
