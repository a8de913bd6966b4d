"""What δ may pay for: events of the left run that do not look at the output.

A tail begins near a public integer that the program compares the sample with, or near the end of the noise. The guard
is nothing, or that a loop has come to the entry that moves, or that the other run would not come to this draw at all.
Trials say which of these may help.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from twinproof.kernel.noise import Law
from twinproof.kernel.tails import TAILS, tail_of
from twinproof.lang.command import Command, If, Sample, Seq, While, site_of, written
from twinproof.lang.computable import at_most
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    negate,
    subterms,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import AdditiveNoise
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import BOOL, INT
from twinproof.search.compiled import Draw, Program, TooLong, function
from twinproof.search.couplings import sensitivities
from twinproof.search.pledges import Event
from twinproof.search.trials import Trial
from twinproof.search.uses import thresholds

_ABOUT = Fraction(1_000_001, 1_000_000)  # numbers are compared up to here by trial
_NEAR = (0, 1, -1, 2, -2)  # how far from a threshold a tail may begin


# --------------------------------------------------------------------------------------------------------- the grammar


def events(mechanism: Mechanism, witnesses: tuple[Var, ...]) -> Iterator[Event]:
    """Events that δ may pay for, the likely ones first."""
    compared = thresholds(mechanism)
    for around in _draws_of(mechanism.body):
        draw, site = around.draw, site_of(around.draw)
        public = [t for t in compared[site] if all(v.place is Place.RIGID for v in free_variables(t))]
        for tail, distance in _tails(mechanism, draw, public):
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


def _guards(mechanism: Mechanism, around: _Around, witnesses: tuple[Var, ...]) -> Iterator[tuple[Expr, Expr | None]]:
    """Guards, and the centre of what is drawn instead where only the right run draws."""
    here: list[Expr] = [TRUE, *(apply(Op.EQ, i, w) for i in around.indices for w in witnesses)]
    for place in reversed(here):
        yield from ((conjunction(place, g), s) for g, s in _apart(mechanism, around))


def _apart(mechanism: Mechanism, around: _Around) -> Iterator[tuple[Expr, Expr | None]]:
    """That the other run would not draw here; or that it would, and this one does not."""
    centre, condition = around.draw.centre, around.condition
    yield TRUE, None
    if condition is None or centre.type != INT or centre not in set(subterms(condition)):
        return
    for far in sensitivities(mechanism):
        for moved in (apply(Op.SUB, centre, far), apply(Op.ADD, centre, far)):
            there = replaced(condition, {centre: moved})
            yield negate(there), None
            if isinstance(around.draw.noise, AdditiveNoise):
                yield there, moved


def _tails(mechanism: Mechanism, draw: Sample, public: list[Expr]) -> Iterator[tuple[str, Expr]]:
    """Tails of a draw, with where they begin."""
    names = [name for noise, name in TAILS if noise is draw.noise]
    if draw.target.type == BOOL:
        yield from ((name, ZERO) for name in names)
        return
    far = sensitivities(mechanism)
    bases = dict.fromkeys([*public, *(p for p in draw.parameters[1:] if p.type == INT)])
    for base in bases:
        further = [_less(base, f, 1) for f in far] + [_plus(base, Literal(near)) for near in _NEAR]
        starts = dict.fromkeys([*further, *(_less(base, f, 0) for f in far)])
        for start in starts:
            yield from ((name, start) for name in names)


def _plus(e: Expr, near: Literal) -> Expr:
    return e if near.value == 0 else apply(Op.ADD, e, near)


def _less(e: Expr, far: Expr, more: int) -> Expr:
    """e − far, and perhaps one more: where a sample is that is as far from a threshold as its centre moves."""
    if isinstance(far, Literal):
        return _plus(e, Literal(more - int(far.value)))
    return _plus(apply(Op.SUB, e, far), Literal(more))


# ----------------------------------------------------------------------------------------------------------- by trial


class _Compiled:
    """An event as functions of a trial."""

    def __init__(self, event: Event, draw: Sample) -> None:
        law, tail = Law(draw.parameters, draw.centre), tail_of(draw.noise, event.tail)
        self.event, self.target = event, draw.target.name
        self.guard = function(event.guard)
        self.bound, self.allowed = (function(part(law, event.distance)) for part in (tail.bound, tail.allowed))
        self.given_up = function(tail.given_up(law, event.distance, draw.target))
        self.prices: dict[int, Fraction | None] = {}  # by the number of the trial


class Promising:
    """Which events may help: they are no likelier than δ in any trial, and happen in one that has failed."""

    def __init__(self, program: Program, trials: Sequence[Trial], delta: Expr) -> None:
        self.program, self.trials = program, trials
        self._delta = [at_most(function(delta)(t.left, t.left, t.right, t.rigid)) * _ABOUT for t in trials]
        self._alone: dict[int, list[Draw]] = {}
        self._compiled: dict[Event, _Compiled] = {}

    def affordable(self, *events: Event) -> bool:
        """Whether δ pays for all of these in each trial."""
        compiled = [self._of(event) for event in events]
        for number, (trial, delta) in enumerate(zip(self.trials, self._delta, strict=True)):
            for one in compiled:
                price = self._price(one, number, trial)
                if price is None or price > delta:
                    return False
                delta -= price
        return True

    def happens(self, event: Event, trial: Trial) -> bool:
        """Whether an event happens, or may happen, in a trial."""
        one = self._of(event)
        due = self._due(one, trial)
        if event.stand_in is not None:
            return bool(due)
        after = ({**d.before, one.target: d.value} for d in due)
        return any(one.given_up(m, m, m, trial.rigid) for m in after)

    def _of(self, event: Event) -> _Compiled:
        if event not in self._compiled:
            self._compiled[event] = _Compiled(event, self.program.samplings[event.site])
        return self._compiled[event]

    def _due(self, one: _Compiled, trial: Trial) -> list[Draw]:
        """The draws that the event is about, while its guard holds."""
        site, rigid = one.event.site, trial.rigid
        if one.event.stand_in is not None:
            return [d for d in self._drawn_alone(trial) if d.site == site]
        drawn = (d for d in trial.run.draws.values() if d.site == site)
        return [d for d in drawn if one.guard(d.before, d.before, d.before, rigid)]

    def _drawn_alone(self, trial: Trial) -> list[Draw]:
        """What only the right run draws, if it draws the same otherwise."""
        if id(trial) not in self._alone:
            draws = trial.run.draws
            try:
                run = self.program.run(
                    trial.right, trial.rigid, lambda _, k, c, __: draws[k].value if k in draws else c
                )
                self._alone[id(trial)] = [draw for key, draw in run.draws.items() if key not in draws]
            except TooLong:
                self._alone[id(trial)] = []
        return self._alone[id(trial)]

    def _price(self, one: _Compiled, number: int, trial: Trial) -> Fraction | None:
        """What an event costs in a trial; None: there is no such tail."""
        if number not in one.prices:
            one.prices[number] = self._priced(one, trial)
        return one.prices[number]

    def _priced(self, one: _Compiled, trial: Trial) -> Fraction | None:
        total = Fraction(0)
        for d in self._due(one, trial):
            if not one.allowed(d.before, d.before, d.before, trial.rigid):
                return None
            total += at_most(one.bound(d.before, d.before, d.before, trial.rigid))
        return total
