"""Which lines have to do with a loss, where that can be told.

Nothing here is a guess about intent: each sentence is a fact about a changed program. With twice the noise on a line
the loss is smaller by so much; with noise on a line that has none, the output is possible on both sides; a condition
that looks at private data without any noise turns out one way on the left and another on the right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distributions
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Noise,
    Sample,
    Seq,
    Skip,
    Span,
    While,
    mentioned,
    sequence,
    subcommands,
)
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, apply, free_variables, fresh_name, list_of, subterms
from twinproof.lang.interpret import Diverges, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT, ListOf
from twinproof.refute.board import Finding
from twinproof.refute.evidence import Blame
from twinproof.refute.pointwise import pointwise
from twinproof.refute.possible import is_impossible
from twinproof.refute.space import Space
from twinproof.refute.wanted import frozen

MOST_LINES = 4
_CLEARLY = 0.1  # of the loss
_LIMITS = Limits(150_000, 400, 12_000_000)


def blame(space: Space, finding: Finding, event: tuple[Any, ...], infinite: bool) -> tuple[Blame, ...]:
    """The lines that can be blamed, those that matter most first."""
    found = [*_conditions(space, finding)]
    if len(event) == 1:
        output = frozen(event[0])
        found += _missing_noise(space, finding, output) if infinite else _too_little_noise(space, finding, output)
    seen: dict[int, Blame] = {}
    for b in found:
        seen.setdefault(b.line, b)
    return tuple(seen.values())[:MOST_LINES]


# ----------------------------------------------------------------------------------------------------- too little noise


def _too_little_noise(space: Space, finding: Finding, output: Any) -> list[Blame]:
    """For each line that draws noise: the loss if its scale were twice as large."""
    lines = sorted({s.at.line for s in space.form.samplings if s.at is not None})
    before = _loss(space.form, finding, output)
    if before is None:
        return []
    found: list[tuple[float, Blame]] = []
    for line in lines:
        after = _loss(_with_twice_the_noise(space.form, line), finding, output)
        if after is not None and before - after >= _CLEARLY * before:
            words = f"with twice the noise here the loss would be {_shown(after)} instead of {_shown(before)}"
            found.append((after, Blame(line, words)))
    return [b for _, b in sorted(found, key=lambda pair: (pair[0], pair[1].line))]


def _shown(loss: float) -> str:
    return f"{max(loss, 0.0):.3g}"


def _loss(core: Mechanism, finding: Finding, output: Any) -> float | None:
    """The loss of one output on the pair, as the engine computes it."""
    table = distributions(pointwise(core, output), [finding.left, finding.right], 1e-40, _LIMITS)
    if table.reasons or True not in table.outputs:
        return None
    p, q = table.masses[:, table.outputs.index(True)].tolist()
    return math.log(p / q) if p > 0 and q > 0 else None


def _with_twice_the_noise(core: Mechanism, line: int) -> Mechanism:
    def halved(c: Sample) -> Command:
        if c.at is None or c.at.line != line:
            return c
        return replace(c, rate=apply(Op.QUOTIENT, c.rate, Literal(2)))

    return replace(core, body=_rewritten(core.body, halved, lambda c: c))


# ------------------------------------------------------------------------------------------------------------- no noise


def _missing_noise(space: Space, finding: Finding, output: Any) -> Iterator[Blame]:
    """For each assignment that private data reach: whether noise there would make the output possible on the right."""
    core = space.form
    private = _reached(core)
    rates = [s.rate for s in core.samplings] or [Literal(1)]
    places = {
        (c.at.line, c.target): c.at
        for c in subcommands(core.body)
        if isinstance(c, Assign) and c.at is not None and c.target.type == INT and free_variables(c.value) & private
    }
    for (line, target), at in sorted(places.items(), key=lambda item: (item[0][0], item[0][1].name)):
        changed = _with_noise(core, at, target, rates[0])
        values = space.values(finding.right)
        if not is_impossible(changed, values, output):
            yield Blame(line, f"no noise on {target.name}; with noise on it, the right could give this output too")


def _reached(core: Mechanism) -> frozenset[Var]:
    """Private inputs, and variables that are computed from them."""
    found = frozenset(p.var for p in core.parameters if p.adjacency is not None)
    while True:
        wider = found | {
            c.target for c in subcommands(core.body) if isinstance(c, Assign) and free_variables(c.value) & found
        }
        if wider == found:
            return found
        found = wider


def _with_noise(core: Mechanism, at: Span, target: Var, rate: Expr) -> Mechanism:
    def noisy(c: Assign) -> Command:
        return Sample(c.target, Noise.LAPLACE, rate, c.value) if c.at == at and c.target == target else c

    return replace(core, body=_rewritten(core.body, lambda c: c, noisy))


# ----------------------------------------------------------------------------------------------------- private branches


class _NoNoise:
    def laplace(self, scale: object) -> int:
        return 0

    one_sided_laplace = laplace


def _conditions(space: Space, finding: Finding) -> Iterator[Blame]:
    """Conditions on private data, untouched by noise, that turn out differently on the two sides."""
    core = space.form
    noisy = _noisy(core)
    private = _reached(core)
    for line, condition in _looked_at(core):
        names = free_variables(condition)
        if not names & private or names & noisy:
            continue
        answers = []
        for point in (finding.left, finding.right):
            try:
                answers.append(run(_listening(core, condition), space.values(point), _NoNoise(), steps=400))
            except Diverges:
                break
        if len(answers) == 2 and answers[0] != answers[1]:
            yield Blame(line, "this looks at private data without noise, and turns out differently on the two sides")


def _noisy(core: Mechanism) -> frozenset[Var]:
    found = frozenset(c.target for c in subcommands(core.body) if isinstance(c, Sample))
    while True:
        wider = found | {
            c.target for c in subcommands(core.body) if isinstance(c, Assign) and free_variables(c.value) & found
        }
        if wider == found:
            return found
        found = wider


def _looked_at(core: Mechanism) -> Iterator[tuple[int, Expr]]:
    """The conditions of the program, of branches, loops and conditional expressions, with their lines."""
    for c in subcommands(core.body):
        at = getattr(c, "at", None)
        if at is None:
            continue
        if isinstance(c, If | While):
            yield at.line, c.condition
        if isinstance(c, Assign):
            for part in subterms(c.value):
                if isinstance(part, Apply) and part.op is Op.ITE:
                    yield at.line, part.args[0]
                elif isinstance(part, Apply) and part.op in (Op.LT, Op.LE, Op.EQ) and c.target.type == BOOL:
                    yield at.line, part


def _listening(core: Mechanism, condition: Expr) -> Mechanism:
    """A program whose result is the list of the answers that a condition had."""
    taken = {v.name for v in mentioned(core.body)} | {p.name for p in core.parameters}
    log = Var(fresh_name("log", taken), ListOf(BOOL))
    note = Assign(log, apply(Op.APPEND, log, condition))

    def noted(c: Command) -> Command:
        match c:
            case If(asked, then, otherwise):
                inner = replace(c, then=noted(then), otherwise=noted(otherwise))
                return sequence(note, inner) if asked == condition else inner
            case While(asked, body):
                inner_loop = replace(c, body=sequence(noted(body), note) if asked == condition else noted(body))
                return sequence(note, inner_loop) if asked == condition else inner_loop
            case Seq(parts):
                return sequence(*map(noted, parts))
            case Assign(_, value) if condition in tuple(subterms(value)):
                return sequence(note, c)
            case _:
                return c

    return replace(core, body=sequence(Assign(log, list_of(BOOL)), noted(core.body)), result=log)


def _rewritten(
    command: Command, samples: Callable[[Sample], Command], assignments: Callable[[Assign], Command]
) -> Command:
    """The program with its samplings and assignments changed."""
    match command:
        case Sample():
            return samples(command)
        case Assign():
            return assignments(command)
        case Seq(parts):
            return sequence(*(_rewritten(p, samples, assignments) for p in parts))
        case If(_, then, otherwise):
            return replace(
                command,
                then=_rewritten(then, samples, assignments),
                otherwise=_rewritten(otherwise, samples, assignments),
            )
        case While(_, body):
            return replace(command, body=_rewritten(body, samples, assignments))
        case Skip():
            return command
