"""What δ may pay for: events of the left run that do not look at the output, and the ghosts that remember them.

An event is a tail of one draw (of the kernel's table), at a distance that is a public integer, while a *guard* holds:
nothing, or that a loop has come to the entry that moves, or that the other run would not come to this draw at all. The
program remembers in a ghost whether the event has happened. [Ghost] takes the ghosts away again when all is proved.

Where only the right run draws, the left run draws into a ghost in its place, from the noise that the right run would
have; so what δ pays for is always something that happens on the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from twinproof.kernel.noise import Law
from twinproof.kernel.tails import TAILS, tail_of
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence, site_of, written
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    negate,
    subterms,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import AdditiveNoise
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import BOOL, INT
from twinproof.search.couplings import sensitivities
from twinproof.search.uses import uses_after

_NEAR = range(-2, 3)  # how far from a threshold a tail may begin


@dataclass(frozen=True, slots=True)
class Event:
    """A tail of a draw, while the guard holds."""

    site: int
    tail: str
    distance: Expr  # a public integer
    guard: Expr  # over the memory before the draw
    stand_in: Expr | None = None  # the centre of what the left run draws in the place of the right one, if it does


@dataclass(frozen=True, slots=True)
class Pledge:
    """A mechanism with its ghosts, and what remembers that the event has happened."""

    mechanism: Mechanism
    event: Event
    site: int  # of the draw that is paid for, in the mechanism with ghosts
    partner: int | None  # of the draw of the right run, where the left run draws in its place
    bad: Var
    due: Var  # whether the guard held before the draw
    ghosts: tuple[Var, ...]  # each of them is read by those before it only

    @property
    def bound(self) -> Expr:
        """How likely the event is at most, whenever its guard holds."""
        sampling = self.mechanism.samplings[self.site]
        return tail_of(sampling.noise, self.event.tail).bound(
            Law(sampling.parameters, sampling.centre), self.event.distance
        )


def pledged(mechanism: Mechanism, event: Event, witnesses: tuple[Var, ...]) -> Pledge:
    """The mechanism that remembers an event; what exists by the adjacency becomes a public input."""
    taken = mechanism.names | {w.name for w in witnesses}

    def new(base: str, kind: object) -> Var:
        name = fresh_name(base, taken)
        taken.add(name)
        return Var(name, kind, Place.MEMORY)  # type: ignore[arg-type]

    bad, due, centre = new("bad", BOOL), new("due", BOOL), new("around", INT)
    drawn = mechanism.samplings[event.site]
    draw, ghosts = drawn, [bad, due]
    if event.stand_in is not None:
        draw = Sample(new("instead", drawn.target.type), drawn.noise, drawn.parameters, event.stand_in)
        ghosts.append(draw.target)
    known = draw.target not in free_variables(draw.centre)  # also after the draw
    around: Command = Skip() if known else Assign(centre, draw.centre)
    ghosts += [] if known else [centre]
    law = Law(draw.parameters, draw.centre if known else centre)
    given_up = tail_of(draw.noise, event.tail).given_up(law, event.distance, draw.target)
    raised = Assign(bad, apply(Op.OR, bad, conjunction(due, given_up)))
    remembered = sequence(Assign(due, event.guard), around, draw, raised)

    def visit(command: Command) -> Command:
        match command:
            case Sample() if draw is drawn and site_of(command) == event.site:
                return remembered
            case Seq(parts):
                return sequence(*map(visit, parts))
            case If(_, then, otherwise) if draw is not drawn and _draws(then, event.site):
                return replace(command, otherwise=sequence(remembered, otherwise))
            case If(_, then, otherwise) if draw is not drawn and _draws(otherwise, event.site):
                return replace(command, then=sequence(remembered, then))
            case If(_, then, otherwise):
                return replace(command, then=visit(then), otherwise=visit(otherwise))
            case While(_, body):
                return replace(command, body=visit(body))
            case _:
                return command

    public = tuple(Parameter(w) for w in witnesses)
    body = sequence(Assign(bad, FALSE), visit(mechanism.body))
    whole = replace(mechanism, body=body, parameters=(*mechanism.parameters, *public))
    own = [site_of(s) for s in whole.samplings if s.target not in ghosts]
    partner = own[event.site]
    if draw is drawn:
        return Pledge(whole, event, partner, None, bad, due, tuple(ghosts))
    (site,) = (site_of(s) for s in whole.samplings if s.target in ghosts)
    return Pledge(whole, event, site, partner, bad, due, tuple(ghosts))


def _draws(command: Command, site: int) -> bool:
    """Whether a sampling stands directly in a command, and not in a conditional or loop in it."""
    parts = command.parts if isinstance(command, Seq) else (command,)
    return any(isinstance(p, Sample) and site_of(p) == site for p in parts)


# --------------------------------------------------------------------------------------------------------- the grammar


def events(mechanism: Mechanism, witnesses: tuple[Var, ...], sampled: Callable[..., Var]) -> Iterator[Event]:
    """Events that δ may pay for, the likely ones first."""
    uses = dict(uses_after(mechanism.body, sampled))
    for around in _draws_of(mechanism.body):
        draw, site = around.draw, site_of(around.draw)
        tests = list(uses[site].tests) if site in uses else []
        for tail, distance in _tails(mechanism, draw, tests, sampled(draw.target.type)):
            for guard, stand_in in _guards(mechanism, around, witnesses):
                yield Event(site, tail, distance, guard, stand_in)


@dataclass(frozen=True, slots=True)
class _Around:
    """A draw with what stands around it: the indices of loops, and the last condition that leads to it."""

    draw: Sample
    indices: tuple[Var, ...]
    condition: Expr | None


def _draws_of(command: Command, indices: tuple[Var, ...] = (), condition: Expr | None = None) -> Iterator[_Around]:
    match command:
        case Sample():
            yield _Around(command, indices, condition)
        case Seq(parts):
            for part in parts:
                yield from _draws_of(part, indices, condition)
        case If(test, then, otherwise):
            yield from _draws_of(then, indices, test)
            yield from _draws_of(otherwise, indices, negate(test))
        case While(test, body):
            changed = written(body)
            counted = tuple(
                sorted((v for v in free_variables(test) if v in changed and v.type == INT), key=lambda v: v.name)
            )
            yield from _draws_of(body, (*indices, *counted), None)
        case _:
            pass


def _guards(
    mechanism: Mechanism, around: _Around, witnesses: tuple[Var, ...]
) -> Iterator[tuple[Expr, Expr | None]]:
    """Guards, and the centre of what is drawn instead where only the right run draws."""
    here = [TRUE, *(apply(Op.EQ, i, w) for i in around.indices for w in witnesses)]
    for place in reversed(here):
        yield from ((conjunction(place, g), s) for g, s in _apart(mechanism, around))


def _apart(mechanism: Mechanism, around: _Around) -> Iterator[tuple[Expr, Expr | None]]:
    """That the other run would not draw here; or that it would, and this one does not."""
    centre, condition = around.draw.centre, around.condition
    yield TRUE, None
    if condition is None or centre.type != INT or centre not in set(subterms(condition)):
        return
    for far in dict.fromkeys((ONE, *sensitivities(mechanism))):
        for moved in (apply(Op.SUB, centre, far), apply(Op.ADD, centre, far)):
            there = replaced(condition, {centre: moved})
            yield negate(there), None
            if isinstance(around.draw.noise, AdditiveNoise):
                yield there, moved


def _tails(mechanism: Mechanism, draw: Sample, tests: list[Expr], sampled: Var) -> Iterator[tuple[str, Expr]]:
    """Tails of a draw, with where they begin."""
    names = [name for noise, name in TAILS if noise is draw.noise]
    if draw.target.type == BOOL:
        yield from ((name, ZERO) for name in names)
        return
    far = sensitivities(mechanism)
    bases = dict.fromkeys([*_thresholds(tests, sampled), *(p for p in draw.parameters[1:] if p.type == INT)])
    for base in bases:
        starts = [_plus(base, Literal(near)) for near in _NEAR]
        starts += [_plus(apply(Op.SUB, base, f), Literal(near)) for f in far if f != ONE for near in (0, 1)]
        for start in starts:
            yield from ((name, start) for name in names)


def _plus(e: Expr, near: Literal) -> Expr:
    return e if near.value == 0 else apply(Op.ADD, e, near)


def _thresholds(tests: list[Expr], sampled: Var) -> Iterator[Expr]:
    """The public integers that a sample is compared with."""
    for test in tests:
        for part in subterms(test):
            match part:
                case Apply(Op.LE | Op.LT | Op.EQ, (a, b)) if a.type == INT:
                    for one, other in ((a, b), (b, a)):
                        if one == sampled and all(v.place is Place.RIGID for v in free_variables(other)):
                            yield other
                case _:
                    pass
