"""What δ pays for, and the ghosts that remember it.

An event is a tail of one draw (of the kernel's table), at a distance that is a public integer, while a *guard* holds.
The program remembers in a ghost whether the event has happened. [Ghost] takes the ghosts away again when all is proved.

Where only the right run draws, the left run draws into a ghost in its place, from the noise that the right run would
have; so what δ pays for is always something that happens on the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

from twinproof.kernel.noise import SHIFTS, Law
from twinproof.kernel.tails import AT_LEAST, AT_MOST, FIRST, tail_of
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence, site_of
from twinproof.lang.expr import (
    FALSE,
    ONE,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, INT, Type

About = tuple[int, Expr, Expr | None]  # a draw, a guard, and what the left run draws in the place of the right one


@dataclass(frozen=True, slots=True)
class Event:
    """A tail of a draw, while the guard holds."""

    site: int
    tail: str
    distance: Expr  # a public integer
    guard: Expr  # over the memory before the draw
    stand_in: Expr | None = None  # the centre of what the left run draws in the place of the right one, if it does

    @property
    def about(self) -> About:
        """The draws that the event is about, whatever its tail is."""
        return self.site, self.guard, self.stand_in


@dataclass(frozen=True, slots=True)
class Remembered:
    """An event in a mechanism with ghosts."""

    event: Event
    draw: Sample  # that is paid for
    partner: int | None  # the site of what the right run draws, where the left run draws in its place
    due: Var  # whether the guard held before the draw

    @property
    def site(self) -> int:
        """Where the draw stands."""
        return site_of(self.draw)

    @property
    def bound(self) -> Expr:
        """How likely the event is at most, whenever its guard holds."""
        law = Law(self.draw.parameters, self.draw.centre)
        return tail_of(self.draw.noise, self.event.tail).bound(law, self.event.distance)

    @property
    def simpler_bounds(self) -> tuple[tuple[Expr, ...], ...]:
        """Of two-sided noise, ways to a bound without a sum below the fraction, by steps that are plain to a solver.

        a^k/(1 + a) is at most a^(k−1)/2; and, as 1 + a is at least 2·√a, also at most a^(k−1/2)/2.
        """
        shift = SHIFTS.get(self.draw.noise)
        if shift is None or shift.from_centre_on or self.event.tail not in (AT_LEAST, AT_MOST):
            return ()
        half, far = Literal(Fraction(1, 2)), self.event.distance
        over_root = apply(Op.QUOTIENT, self._power(far), apply(Op.MUL, Literal(2), self._power(half)))
        return (
            (self._half_of_power(apply(Op.SUB, far, ONE)),),
            (over_root, self._half_of_power(apply(Op.SUB, apply(Op.REAL, far), half))),
        )

    def _power(self, k: Expr) -> Expr:
        return apply(Op.EXP, apply(Op.NEG, apply(Op.MUL, k, self.draw.rate)))

    def _half_of_power(self, k: Expr) -> Expr:
        return apply(Op.QUOTIENT, self._power(k), Literal(2))


@dataclass(frozen=True, slots=True)
class Pledge:
    """A mechanism with its ghosts, and what remembers that one of its events has happened."""

    mechanism: Mechanism
    parts: tuple[Remembered, ...]
    bad: Var
    ghosts: tuple[Var, ...]  # each of them is read by those before it only
    own: tuple[int, ...]  # where the draws of the mechanism itself stand now

    def at(self, site: int) -> list[Remembered]:
        """The events of a draw."""
        return [part for part in self.parts if part.site == site]

    @property
    def cut_off(self) -> frozenset[int]:
        """The draws of which the first values are given up: the others may go wherever the right run draws."""
        return frozenset(part.site for part in self.parts if part.event.tail == FIRST)

    @property
    def stand_ins(self) -> dict[int, int]:
        """Where the left run draws in the place of the right one, by the site of what that draws."""
        return {part.partner: part.site for part in self.parts if part.partner is not None}


@dataclass(frozen=True, slots=True)
class _Noted:
    """An event with its ghosts, on the way into the program."""

    event: Event
    draw: Sample
    due: Var
    before: Command  # whether it is due, before the draw
    happened: Expr  # after the draw


class _Names:
    """Names that are free."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def new(self, base: str, kind: Type) -> Var:
        name = fresh_name(base, self.taken)
        self.taken.add(name)
        return Var(name, kind, Place.MEMORY)


def pledged(mechanism: Mechanism, events: Sequence[Event], public: Sequence[Var]) -> Pledge:
    """The mechanism that remembers events; what they name of both inputs becomes a public input."""
    names = _Names(mechanism.names | {w.name for w in public})
    bad = names.new("bad", BOOL)
    ghosts = [bad]
    noted = [_noted(mechanism.samplings[event.site], event, names, ghosts) for event in events]
    body = sequence(Assign(bad, FALSE), _with(mechanism.body, noted, bad))
    whole = replace(mechanism, body=body, parameters=(*mechanism.parameters, *map(Parameter, public)))
    own = [site_of(s) for s in whole.samplings if s.target not in ghosts]
    parts = []
    for one in noted:
        place = own[one.event.site]
        (draw,) = [
            s
            for s in whole.samplings
            if s.target == one.draw.target and (one.draw.target in ghosts or site_of(s) == place)
        ]
        parts.append(Remembered(one.event, draw, place if one.draw.target in ghosts else None, one.due))
    return Pledge(whole, tuple(parts), bad, tuple(ghosts), tuple(own))


def _noted(drawn: Sample, event: Event, names: _Names, ghosts: list[Var]) -> _Noted:
    """The code that remembers an event; its ghosts are added to the others."""
    due, draw = names.new("due", BOOL), drawn
    ghosts.append(due)
    if event.stand_in is not None:
        draw = Sample(names.new("instead", drawn.target.type), drawn.noise, drawn.parameters, event.stand_in)
        ghosts.append(draw.target)
    around: Command = Skip()
    centre: Expr = draw.centre
    if draw.target in free_variables(centre):  # it is another one after the draw
        before = names.new("around", INT)
        around, centre = Assign(before, draw.centre), before
        ghosts.append(before)
    law = Law(draw.parameters, centre)
    given_up = tail_of(draw.noise, event.tail).given_up(law, event.distance, draw.target)
    return _Noted(event, draw, due, sequence(Assign(due, event.guard), around), conjunction(due, given_up))


def _with(command: Command, noted: Sequence[_Noted], bad: Var) -> Command:
    """A program with the code that remembers events."""
    match command:
        case Sample():
            here = [n for n in noted if n.event.stand_in is None and n.event.site == site_of(command)]
            return _remembering(here, bad) if here else command
        case Seq(parts):
            return sequence(*(_with(part, noted, bad) for part in parts))
        case If(_, then, otherwise):
            yes, no = _with(then, noted, bad), _with(otherwise, noted, bad)
            for n in (n for n in noted if n.event.stand_in is not None):
                if _draws(then, n.event.site):
                    no = sequence(_remembering([n], bad), no)
                elif _draws(otherwise, n.event.site):
                    yes = sequence(_remembering([n], bad), yes)
            return replace(command, then=yes, otherwise=no)
        case While(_, body):
            return replace(command, body=_with(body, noted, bad))
        case _:
            return command


def _remembering(noted: Sequence[_Noted], bad: Var) -> Command:
    """A draw, with the code that remembers its events."""
    happened = reduce(lambda one, two: apply(Op.OR, one, two), (n.happened for n in noted))
    return sequence(*(n.before for n in noted), noted[0].draw, Assign(bad, apply(Op.OR, bad, happened)))


def _draws(command: Command, site: int) -> bool:
    """Whether a sampling stands directly in a command, and not in a conditional or loop in it."""
    parts = command.parts if isinstance(command, Seq) else (command,)
    return any(isinstance(p, Sample) and site_of(p) == site for p in parts)
