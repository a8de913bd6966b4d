"""Which events may help, by trial."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from twinproof.kernel.noise import Law
from twinproof.kernel.tails import FIRST, tail_of
from twinproof.lang.command import Command, If, Sample, While, parts_of, site_of, subcommands, written
from twinproof.lang.computable import at_most
from twinproof.lang.enclosure import NoNumber, TooLarge
from twinproof.lang.expr import ONE, Expr, Op, Place, Var, apply, conjuncts, free_variables, negate
from twinproof.lang.noise import COIN
from twinproof.search.compiled import Draw, Function, Program, TooLong, Value, function
from twinproof.search.pledges import About, Event
from twinproof.search.trials import Trial

_ABOUT = Fraction(1_000_001, 1_000_000)  # numbers are compared up to here by trial


class _Compiled:
    """An event as functions of a trial."""

    def __init__(self, event: Event, draw: Sample) -> None:
        law, tail = Law(draw.parameters, draw.centre), tail_of(draw.noise, event.tail)
        self.event, self.target = event, draw.target.name
        self.guard, self.distance = function(event.guard), function(event.distance)
        self.bound, self.allowed = (function(part(law, event.distance)) for part in (tail.bound, tail.allowed))
        self.given_up = function(tail.given_up(law, event.distance, draw.target))
        self.prices: dict[int, Fraction | None] = {}  # by the number of the trial
        likely = tail.bound(law, event.distance)
        self.spoken = sorted(free_variables(likely), key=lambda v: v.name)
        self.public = likely if all(v.place is Place.RIGID for v in self.spoken) else None


class Promising:
    """Which events may help: they are no likelier than δ in any trial, and happen in one that has failed."""

    def __init__(self, program: Program, trials: Sequence[Trial], delta: Expr) -> None:
        self.program, self.trials = program, trials
        self._delta = [_amount(partial(function(delta), t.left, t.left, t.right, t.rigid)) for t in trials]
        self._bounds: dict[tuple[Expr, object], Fraction] = {}  # by what is spoken of, or the number of the trial
        self._alone: dict[int, list[Draw]] = {}
        self._coins: dict[int, list[Function]] = {}
        self._compiled: dict[Event, _Compiled] = {}
        self._found: dict[tuple[About, Trial], list[Draw]] = {}
        self._dues: dict[About, frozenset[int]] = {}
        self._too_dear = -1  # the trial in which something was so last

    def affordable(self, *events: Event) -> bool:
        """Whether δ pays for all of these in each trial."""
        compiled = [self._of(event) for event in events]
        due = set().union(*(self._where_due(one) for one in compiled))
        for number in (*(due & {self._too_dear}), *sorted(due - {self._too_dear})):
            if not self._is_affordable(compiled, number):
                self._too_dear = number  # and perhaps for the next ones too
                return False
        return True

    def _is_affordable(self, events: Sequence[_Compiled], number: int) -> bool:
        delta = self._delta[number]
        left = None if delta is None else delta * _ABOUT
        for one in events:
            price = self._price(one, number, self.trials[number])
            if price is None or (left is not None and price > left):
                return False
            left = None if left is None else left - price
        return True

    def _where_due(self, one: _Compiled) -> frozenset[int]:
        """The trials in which an event is due; in all others it costs nothing."""
        about = one.event.about
        if about not in self._dues:
            self._dues[about] = frozenset(n for n, trial in enumerate(self.trials) if self._due(one, trial))
        return self._dues[about]

    def happens(self, event: Event, trial: Trial) -> bool:
        """Whether an event happens, or may happen, in a trial."""
        one = self._of(event)
        due = self._due(one, trial)
        if event.stand_in is not None or event.tail == FIRST:  # without the first values others have a partner too
            return bool(due)
        after = ({**d.before, one.target: d.value} for d in due)
        return any(one.given_up(m, m, m, trial.rigid) for m in after)

    def is_part(self, event: Event, other: Event) -> bool:
        """Whether an event happens only where another one of the same draw does, in all trials."""
        if (event.site, event.tail, event.stand_in) != (other.site, other.tail, other.stand_in):
            return False
        one, two = self._of(event), self._of(other)
        return all(self._is_part(one, two, trial) for trial in self.trials)

    def _is_part(self, one: _Compiled, two: _Compiled, trial: Trial) -> bool:
        near, far = (c.distance(trial.left, trial.left, trial.right, trial.rigid) for c in (two, one))
        if one.event.tail == FIRST:  # the further, the more
            near, far = far, near
        if near > far or one.event.stand_in is not None:
            return near <= far and one.event.guard == two.event.guard
        theirs = {id(d) for d in self._due(two, trial)}
        return all(id(d) in theirs for d in self._due(one, trial))

    def _of(self, event: Event) -> _Compiled:
        if event not in self._compiled:
            self._compiled[event] = _Compiled(event, self.program.samplings[event.site])
        return self._compiled[event]

    def _due(self, one: _Compiled, trial: Trial) -> list[Draw]:
        """The draws that the event is about, while its guard holds."""
        about = one.event.about
        found = self._found.get((about, trial))
        if found is None:
            found = self._found[about, trial] = self._looked_for(one, trial)
        return found

    def _looked_for(self, one: _Compiled, trial: Trial) -> list[Draw]:
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
                run = self.program.again(trial.right, trial.rigid, draws)
                self._alone[id(trial)] = [draw for key, draw in run.draws.items() if key not in draws]
            except (TooLong, NoNumber):
                self._alone[id(trial)] = []
        return self._alone[id(trial)]

    def _price(self, one: _Compiled, number: int, trial: Trial) -> Fraction | None:
        """What an event costs in a trial; None: there is no such tail."""
        if number not in one.prices:
            one.prices[number] = self._priced(one, number, trial)
        return one.prices[number]

    def _priced(self, one: _Compiled, number: int, trial: Trial) -> Fraction | None:
        total = Fraction(0)
        for d in self._due(one, trial):
            if not one.allowed(d.before, d.before, d.before, trial.rigid):
                return None
            total += self._bound(one, d, number, trial) * self._reached(one.event.site, trial)
        return total

    def _reached(self, site: int, trial: Trial) -> Fraction:
        """How likely the coins are at most without which a run does not come to a draw."""
        if site not in self._coins:
            self._coins[site] = [function(p) for p in coins_before(self.program.mechanism.body, site)]
        chances = (_amount(partial(p, trial.left, trial.left, trial.right, trial.rigid)) for p in self._coins[site])
        return math.prod((c for c in chances if c is not None), start=Fraction(1))

    def _bound(self, one: _Compiled, draw: Draw, number: int, trial: Trial) -> Fraction:
        """How likely a tail is; what is public about it is the same for many events."""
        likely = partial(one.bound, draw.before, draw.before, draw.before, trial.rigid)
        if one.public is None:
            return _amount(likely) or Fraction(0)
        values = tuple(trial.rigid.get(v.name) for v in one.spoken)
        key = one.public, values if all(isinstance(value, int | Fraction) for value in values) else number
        if key not in self._bounds:
            self._bounds[key] = _amount(likely) or Fraction(0)
        return self._bounds[key]


def coins_before(command: Command, site: int) -> Iterator[Expr]:
    """The public probabilities of coins that stand before a draw, and whose result leads to it or away from it."""
    tossed: dict[Var, Expr] = {}
    for part in parts_of(command):
        match part:
            case Sample(target) if part.noise is COIN and all(
                v.place is Place.RIGID for v in free_variables(part.parameters[0])
            ):
                tossed[target] = part.parameters[0]
            case If(condition, then, otherwise):
                for branch, wanted in ((then, condition), (otherwise, negate(condition))):
                    if any(isinstance(c, Sample) and site_of(c) == site for c in subcommands(branch)):
                        for test in conjuncts(wanted):
                            yield from (p for v, p in tossed.items() if test == v)
                            yield from (apply(Op.SUB, ONE, p) for v, p in tossed.items() if test == negate(v))
                        yield from coins_before(branch, site)
            case While(_, body):
                yield from coins_before(body, site)
            case _:
                pass
        for v in written(part) - {part.target} if isinstance(part, Sample) else written(part):
            tossed.pop(v, None)


def _amount(value: Callable[[], Value]) -> Fraction | None:
    """A probability; None where it is too small to be computed with, and a trial says nothing of it."""
    try:
        return at_most(value())
    except TooLarge:
        return None
