"""Programs with one thing changed, to see what that thing has to do with a loss.

Nothing here judges: each function takes a program and gives another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    Sample,
    While,
    expressions,
    mentioned,
    parts_of,
    sequence,
)
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    fresh_name,
    list_of,
    subterms,
)
from twinproof.lang.liveness import live_before
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import LAPLACE
from twinproof.lang.reader.unknown import blank
from twinproof.lang.rewriting import replaced, rewritten, with_expressions
from twinproof.lang.span import Span
from twinproof.lang.types import BOOL, INT, ListOf


def with_more_noise(core: Mechanism, line: int, factor: int) -> Mechanism:
    """Each draw of a line at so many times the scale."""
    return with_draws(core, line, lambda c: _widened(c, factor))


def _widened(c: Sample, factor: int) -> Sample:
    """The sampling with noise that is so many times as wide, if it has a width."""
    pairs = zip(c.noise.parameters, c.parameters, strict=True)
    return replace(c, parameters=tuple(_times(e, factor, p.width) for p, e in pairs))


def _times(e: Expr, factor: int, power: int) -> Expr:
    if power < 0:
        return apply(Op.QUOTIENT, e, Literal(factor**-power))
    return apply(Op.MUL, e, Literal(factor**power)) if power else e


def with_two_sided_noise(core: Mechanism, line: int) -> Mechanism:
    """Each draw of a line with two-sided noise of the same rate."""
    return with_draws(core, line, lambda c: replace(c, noise=LAPLACE, parameters=(c.rate,)))


def with_draws(core: Mechanism, line: int, change: Callable[[Sample], Command]) -> Mechanism:
    """Each draw of a line changed."""

    def changed(c: Command) -> Command:
        return change(c) if isinstance(c, Sample) and c.at is not None and c.at.line == line else c

    return replace(core, body=rewritten(core.body, changed))


def with_noise(core: Mechanism, at: Span, target: Var, rate: Expr) -> Mechanism:
    """Noise on what is assigned at a place."""

    def noisy(c: Command) -> Command:
        match c:
            case Assign(var, value) if c.at == at and var == target:
                return Sample(var, LAPLACE, (rate,), value)
            case _:
                return c

    return replace(core, body=rewritten(core.body, noisy))


def with_noise_on(core: Mechanism, whole: Expr, part: Expr, rate: Expr) -> Mechanism:
    """Fresh noise on a number, where it is part of an expression."""
    noisy = Var(fresh_name("noisy", _taken(core)), INT)
    draw = Sample(noisy, LAPLACE, (rate,), part)
    instead = replaced(whole, {part: noisy})
    return replace(core, body=_asked(core.body, whole, lambda c: sequence(draw, _instead(c, whole, instead))))


def forced(core: Mechanism, condition: Expr, answer: bool) -> Mechanism:
    """A condition that always has the same answer. What is then never set is something."""
    body = _asked(core.body, condition, lambda c: _instead(c, condition, TRUE if answer else FALSE))
    inputs = {p.var for p in core.parameters}
    unset = live_before(body, frozenset((core.result,)), all_reads=True) - inputs
    set_first = (Assign(v, blank(v.type)) for v in sorted(unset, key=lambda v: v.name) if v.place is Place.MEMORY)
    return replace(core, body=sequence(*set_first, body))


def answers_of(core: Mechanism, condition: Expr) -> Mechanism:
    """A program whose result is the list of the answers that a condition had."""
    return _logged(core, BOOL, lambda body, note: _asked(body, condition, lambda c: sequence(note(condition), c)))


def numbers_of(core: Mechanism, whole: Expr, part: Expr) -> Mechanism:
    """A program whose result is the list of the values that a number had, where it is part of an expression."""
    return _logged(core, INT, lambda body, note: _asked(body, whole, lambda c: sequence(note(part), c)))


def with_number(core: Mechanism, whole: Expr, part: Expr, number: int) -> Mechanism:
    """The same number on both sides, where it is part of an expression."""
    instead = replaced(whole, {part: Literal(number)})
    return replace(core, body=_asked(core.body, whole, lambda c: _instead(c, whole, instead)))


def centres_of(core: Mechanism) -> Mechanism:
    """A program whose result is the list of the numbers that noise is drawn around."""

    def logging(c: Command, note: Callable[[Expr], Command]) -> Command:
        is_number = isinstance(c, Sample) and c.centre.type == INT
        return sequence(note(c.centre), c) if isinstance(c, Sample) and is_number else c

    return _logged(core, INT, lambda body, note: rewritten(body, lambda c: logging(c, note)))


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

    def changed(c: Command) -> Command:
        if not any(condition in subterms(e) for e in expressions(c)):
            return c
        *before, last = parts_of(change(c))
        if isinstance(last, While):
            last = replace(last, body=sequence(last.body, *before))
        return sequence(*before, last)

    return rewritten(command, changed)


def _instead(command: Command, condition: Expr, by: Expr) -> Command:
    """The command itself (not its parts) with another expression in place of a condition."""
    return with_expressions(command, lambda e: replaced(e, {condition: by}))
