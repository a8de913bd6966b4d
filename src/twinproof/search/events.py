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
    ONE,
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
    here = [TRUE, *(apply(Op.EQ, i, w) for i in around.indices for w in witnesses)]
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
        starts = [_plus(base, Literal(near)) for near in _NEAR]
        starts += [_plus(apply(Op.SUB, base, f), Literal(near)) for f in far if f != ONE for near in (0, 1)]
        for start in starts:
            yield from ((name, start) for name in names)


def _plus(e: Expr, near: Literal) -> Expr:
    return e if near.value == 0 else apply(Op.ADD, e, near)


# ----------------------------------------------------------------------------------------------------------- by trial


class Promising:
    """Which events may help: they are no likelier than δ in any trial, and happen in one that has failed."""

    def __init__(self, program: Program, trials: Sequence[Trial], failed: Sequence[Trial], delta: Expr) -> None:
        self.program, self.trials, self.failed = program, trials, failed
        self._delta = [at_most(function(delta)(t.left, t.left, t.right, t.rigid)) for t in trials]
        self._alone = {id(t): self._drawn_alone(t) for t in (*trials, *failed)}

    def _drawn_alone(self, trial: Trial) -> list[Draw]:
        """What only the right run draws, if it draws the same otherwise."""
        draws = trial.run.draws
        try:
            run = self.program.run(trial.right, trial.rigid, lambda _, k, c, __: draws[k].value if k in draws else c)
        except TooLong:
            return []
        return [draw for key, draw in run.draws.items() if key not in draws]

    def __call__(self, event: Event) -> bool:
        draw = self.program.samplings[event.site]
        law, tail = Law(draw.parameters, draw.centre), tail_of(draw.noise, event.tail)
        bound, allowed = function(tail.bound(law, event.distance)), function(tail.allowed(law, event.distance))
        guard, given_up = function(event.guard), function(tail.given_up(law, event.distance, draw.target))
        alone = event.stand_in is not None

        def due(trial: Trial) -> list[Draw]:
            drawn = self._alone[id(trial)] if alone else trial.run.draws.values()
            rigid = trial.rigid
            return [d for d in drawn if d.site == event.site and (alone or guard(d.before, d.before, d.before, rigid))]

        def happens(trial: Trial) -> bool:
            if alone:
                return bool(due(trial))
            after = ({**d.before, draw.target.name: d.value} for d in due(trial))
            return any(given_up(m, m, m, trial.rigid) for m in after)

        for trial, delta in zip(self.trials, self._delta, strict=True):
            total = Fraction(0)
            for d in due(trial):
                if not allowed(d.before, d.before, d.before, trial.rigid):
                    return False
                total += at_most(bound(d.before, d.before, d.before, trial.rigid))
            if total > delta * _ABOUT:
                return False
        return not self.failed or any(map(happens, self.failed))
