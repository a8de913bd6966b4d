"""Programs with one thing changed, to see what that thing has to do with a loss.

Nothing here judges: each function takes a program and gives another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, Span, While, mentioned, sequence
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    fresh_name,
    list_of,
    subterms,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import LAPLACE
from twinproof.lang.noise.law import RATE
from twinproof.lang.types import BOOL, INT, ListOf


def with_more_noise(core: Mechanism, line: int, factor: int) -> Mechanism:
    """Each draw of a line at so many times the scale."""

    def widened(c: Sample) -> Command:
        return _widened(c, factor) if _is_in(c, line) else c

    return replace(core, body=_rewritten(core.body, widened))


def _widened(c: Sample, factor: int) -> Sample:
    """The sampling with a smaller rate, if it has one."""
    pairs = zip(c.noise.parameters, c.parameters, strict=True)
    numbers = tuple(apply(Op.QUOTIENT, e, Literal(factor)) if p == RATE else e for p, e in pairs)
    return replace(c, parameters=numbers)


def with_two_sided_noise(core: Mechanism, line: int) -> Mechanism:
    """Each draw of a line with two-sided noise of the same rate."""

    def two_sided(c: Sample) -> Command:
        return replace(c, noise=LAPLACE, parameters=(c.rate,)) if _is_in(c, line) else c

    return replace(core, body=_rewritten(core.body, two_sided))


def _is_in(c: Sample, line: int) -> bool:
    return c.at is not None and c.at.line == line


def with_noise(core: Mechanism, at: Span, target: Var, rate: Expr) -> Mechanism:
    """Noise on what is assigned at a place."""

    def noisy(c: Assign) -> Command:
        return Sample(c.target, LAPLACE, (rate,), c.value) if c.at == at and c.target == target else c

    return replace(core, body=_rewritten(core.body, lambda c: c, noisy))


def with_noise_on(core: Mechanism, whole: Expr, part: Expr, rate: Expr) -> Mechanism:
    """Fresh noise on a number, where it is part of an expression."""
    noisy = Var(fresh_name("noisy", _taken(core)), INT)
    draw = Sample(noisy, LAPLACE, (rate,), part)
    instead = _within(whole, part, noisy)
    return replace(core, body=_asked(core.body, whole, lambda c: sequence(draw, _instead(c, whole, instead))))


def forced(core: Mechanism, condition: Expr, answer: bool) -> Mechanism:
    """A condition that always has the same answer."""
    return replace(core, body=_asked(core.body, condition, lambda c: _instead(c, condition, TRUE if answer else FALSE)))


def answers_of(core: Mechanism, condition: Expr) -> Mechanism:
    """A program whose result is the list of the answers that a condition had."""
    return _logged(core, BOOL, lambda body, note: _asked(body, condition, lambda c: sequence(note(condition), c)))


def centres_of(core: Mechanism) -> Mechanism:
    """A program whose result is the list of the numbers that noise is drawn around."""
    return _logged(core, INT, lambda body, note: _rewritten(body, lambda c: sequence(note(c.centre), c)))


def _logged(
    core: Mechanism, kind: object, change: Callable[[Command, Callable[[Expr], Command]], Command]
) -> Mechanism:
    item = BOOL if kind == BOOL else INT
    log = Var(fresh_name("log", _taken(core)), ListOf(item))

    def note(e: Expr) -> Command:
        return Assign(log, apply(Op.APPEND, log, e))

    return replace(core, body=sequence(Assign(log, list_of(item)), change(core.body, note)), result=log)


def _taken(core: Mechanism) -> set[str]:
    return {v.name for v in mentioned(core.body)} | {p.name for p in core.parameters}


def _asked(command: Command, condition: Expr, change: Callable[[Command], Command]) -> Command:
    """The program with a change to each command that asks a condition; a loop asks it again after its body."""
    match command:
        case If(asked, then, otherwise):
            parts = (_asked(then, condition, change), _asked(otherwise, condition, change))
            inner = replace(command, then=parts[0], otherwise=parts[1])
            return change(inner) if condition in tuple(subterms(asked)) else inner
        case While(asked, body):
            loop = replace(command, body=_asked(body, condition, change))
            if condition not in tuple(subterms(asked)):
                return loop
            changed = change(loop)
            before, last = (changed.parts[:-1], changed.parts[-1]) if isinstance(changed, Seq) else ((), changed)
            assert isinstance(last, While)
            return sequence(*before, replace(last, body=sequence(last.body, *before)))
        case Seq(parts):
            return sequence(*(_asked(p, condition, change) for p in parts))
        case Assign(_, e) | Sample(_, _, _, e) if condition in tuple(subterms(e)):
            return change(command)
        case _:
            return command


def _instead(command: Command, condition: Expr, by: Expr) -> Command:
    """The command itself (not its parts) with another expression in place of a condition."""
    match command:
        case If(asked) | While(asked):
            return replace(command, condition=_within(asked, condition, by))
        case Assign(_, value):
            return replace(command, value=_within(value, condition, by))
        case Sample(_, _, _, centre):
            return replace(command, centre=_within(centre, condition, by))
        case _:
            return command


def _within(e: Expr, part: Expr, by: Expr) -> Expr:
    if e == part:
        return by
    return Apply(e.op, tuple(_within(a, part, by) for a in e.args), e.type) if isinstance(e, Apply) else e


def _rewritten(
    command: Command,
    samples: Callable[[Sample], Command],
    assignments: Callable[[Assign], Command] = lambda c: c,
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
