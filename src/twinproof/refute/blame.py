"""Which lines have to do with a loss, where that can be told.

Nothing here is a guess about intent: each sentence is a fact about a changed program. With twice the noise on a line,
or more, the loss is smaller by so much; if a condition on private data went the same way on both sides, the loss would
be smaller; with noise where there is none, the output is possible on both sides. A condition that only moves what noise
is drawn around, no further than the data themselves have moved, is what noise is for: it is not blamed. Sentences name
lines and nothing in them, for the program that is changed has names that nobody wrote.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from twinproof.exact.moments import Order
from twinproof.lang.command import Assign, Sample, loops_in, subcommands
from twinproof.lang.dataflow import noisy_variables, private_variables, values_asked
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, subterms
from twinproof.lang.interpret import Diverges, run
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.noise.law import RATE
from twinproof.lang.span import Span
from twinproof.lang.types import INT
from twinproof.refute.at_draws import at_draws, how_often
from twinproof.refute.changed import (
    answers_of,
    centres_of,
    forced,
    numbers_of,
    with_noise,
    with_noise_on,
    with_number,
    with_two_sided_noise,
)
from twinproof.refute.evidence import Blame
from twinproof.refute.influence import conditions, is_comparison, is_released, uses
from twinproof.refute.laws import LAWS
from twinproof.refute.measures import Measure, measure_of
from twinproof.refute.more_noise import CLEARLY, draws
from twinproof.refute.pairs import Finding
from twinproof.refute.space import Space
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import frozen

MOST_LINES = 4
_STEPS = 2_000  # of a run without noise
_SIDES = ("left", "right")
_BARE = "this looks at private data without noise"
_COMPARED = "private data are compared without noise here; with noise on them"
_MET = "private data are compared here beside their own noise; with fresh noise on them"
_NOTHING = "there is no noise on this; with noise on it"
_BARELY = "the noise in this does not hide it; with fresh noise on it"


_Tried = tuple[int, str, float | None]  # a line, what was changed there, and what is lost then


def blame(
    space: Space, finding: Finding, event: tuple[Any, ...], loss: float, order: Order | None = None
) -> tuple[Blame, ...]:
    """The lines that can be blamed for the loss of the event, those that matter most first."""
    outputs = tuple(map(frozen, event))
    case = _Case(space, finding, outputs, loss, measure_of(space, finding, outputs, order))
    seen: dict[int, Blame] = {}
    for b in case.possible() if math.isinf(loss) else case.smaller():
        seen.setdefault(b.line, b)
        if len(seen) == MOST_LINES:
            break
    return tuple(seen.values())


@dataclass(frozen=True)
class _Case:
    """Two inputs, and outputs that tell them apart."""

    space: Space
    finding: Finding
    event: tuple[Any, ...]
    loss: float
    measure: Measure | None

    @property
    def core(self) -> Mechanism:
        return self.space.form

    # -------------------------------------------------------------------------------------------------- a finite loss

    def smaller(self) -> Iterator[Blame]:
        """What would make the loss smaller: draws, conditions that explain all of it, and other conditions."""
        if self.measure is None:
            return
        before = self.measure.of(self.core)
        if before is None:  # it may well be infinite, which nobody could show
            yield from self._beside_noise(self.measure)
            return
        yield from self._at_draws()
        explaining: list[Blame] = []
        others: list[Blame] = []
        for line, condition in self._bare_conditions():
            if not (is_released(self.core, condition) or self._moves_further(condition)):
                continue
            after = self._either_way(self.measure, condition)
            if after is None or before - after < CLEARLY * before:
                continue
            words = f"{_BARE}; if it went the same way on both sides, {self.measure.would(after, before)}"
            (explaining if self.measure.keeps(after) else others).append(Blame(line, words))
        yield from explaining
        yield from draws(self.core, self.measure, before)
        yield from others

    def _either_way(self, measure: Measure, condition: Expr) -> float | None:
        """What is lost at most if a condition always goes one way; None if that is not finite."""
        after = [measure.of(forced(self.core, condition, answer)) for answer in (True, False)]
        return max((a for a in after if a is not None), default=None)

    def _beside_noise(self, measure: Measure) -> Iterator[Blame]:
        """What would make a loss finite: a condition that goes one way, or noise on private numbers; the first of
        these that does."""
        for way in (self._one_way, self._same_numbers, self._compared, self._noise_on):
            found = False
            for line, words, after in way(measure):
                if after is not None and self.loss - after >= CLEARLY * self.loss:
                    found = True
                    yield Blame(line, f"{words}, {measure.would(after, self.loss, at_least=True)}")
            if found:
                return

    def _one_way(self, measure: Measure) -> Iterator[_Tried]:
        for line, condition in self._bare_conditions():
            if is_released(self.core, condition):
                words = f"{_BARE}; if it went the same way on both sides"
                yield line, words, self._either_way(measure, condition)

    def _same_numbers(self, measure: Measure) -> Iterator[_Tried]:
        """Private numbers without noise, beside noisy ones in what is released."""
        reached, drawn = private_variables(self.core), noisy_variables(self.core)
        for line, whole, part in dict.fromkeys(uses(self.core)):
            asked = values_asked(self.core, part)
            sides = self._both(numbers_of(self.core, whole, part)) if asked & reached and not asked & drawn else None
            if is_comparison(whole) or sides is None or sides[0] == sides[1]:
                continue
            tried = (measure.of(with_number(self.core, whole, part, n)) for side in sides for n in side[:1])
            shown = " and ".join(f"{side[0]} on the {name}" for side, name in zip(sides, _SIDES, strict=True) if side)
            words = f"there is no noise on a number here that is {shown}; if it were the same"
            yield line, words, max((after for after in tried if after is not None), default=None)

    def _compared(self, measure: Measure) -> Iterator[_Tried]:
        """Comparisons that private inputs themselves are part of."""
        drawn = noisy_variables(self.core)
        for line, whole, part in dict.fromkeys(uses(self.core)):
            if is_comparison(whole) and self._asks_inputs(part):
                words = _MET if values_asked(self.core, part) & drawn else _COMPARED
                yield line, words, measure.of(with_noise_on(self.core, whole, part, self._rate))

    def _noise_on(self, measure: Measure) -> Iterator[_Tried]:
        """Private numbers that are assigned."""
        drawn = noisy_variables(self.core)
        for copies in (False, True):
            for line, at, c in self._assignments(copies):
                words = _BARELY if values_asked(self.core, c.value) & drawn else _NOTHING
                yield line, words, measure.of(with_noise(self.core, at, c.target, self._rate))

    def _asks_inputs(self, e: Expr) -> bool:
        """Whether private inputs themselves stand in an expression, and not only what is drawn around them."""
        private = {p.var for p in self.core.parameters if p.private}
        return bool(values_asked(self.core, e) & private)

    # ------------------------------------------------------------------------------------------------------ data sets

    @property
    def _of_rows(self) -> bool:
        return any(p.adjacency is not None and p.adjacency.counts_rows for p in self.core.parameters)

    def _at_draws(self) -> Iterator[Blame]:
        """For data sets: what noise is drawn around, and with which scale."""
        if not self._of_rows or self.finding.order is not None:
            return iter(())
        return at_draws(self.space, self.finding, self.event[0], self.loss)

    # ---------------------------------------------------------------------------------------------- an infinite loss

    def possible(self) -> Iterator[Blame]:
        """What would make the output possible on the right."""
        found = False
        for b in self._bare_ways():
            found = True
            yield b
        if not found:
            yield from self._assigned(copies=True)

    def _bare_ways(self) -> Iterator[Blame]:
        for line, condition in sorted(self._bare_conditions(), key=lambda found: found[0] in self._lines_of_rows):
            forced_ways = (forced(self.core, condition, answer) for answer in (True, False))
            if is_released(self.core, condition) and any(map(self._possible, forced_ways)):
                yield Blame(line, f"{_BARE}; if it went the same way on both sides, {self._too}")
        numbers = list(dict.fromkeys(uses(self.core)))
        yield from self._used([use for use in numbers if is_comparison(use[1])])
        for line, kind in sorted({(s.at.line, _unbounded(s)) for s in self.core.samplings if s.at and _is_bounded(s)}):
            if self._possible(with_two_sided_noise(self.core, line)):
                yield Blame(line, f"with {kind} here {self._too}")
        built = [use for use in numbers if not is_comparison(use[1])]
        yield from self._used([use for use in built if not isinstance(use[2], Var)])
        yield from self._assigned(copies=False)
        yield from self._used([use for use in built if isinstance(use[2], Var)])
        if self._of_rows:
            yield from how_often(self.space, self.finding)

    def _used(self, numbers: list[tuple[int, Apply, Expr]]) -> Iterator[Blame]:
        """Where private numbers are compared, or become part of what is built."""
        reached = private_variables(self.core)
        for line, whole, part in numbers:
            touched = values_asked(self.core, part) & reached
            if touched and self._possible(with_noise_on(self.core, whole, part, self._rate)):
                compared = Blame(line, f"{_COMPARED}, {self._too}")
                yield compared if is_comparison(whole) else self._bare(line, part)

    def _bare(self, line: int, e: Expr) -> Blame:
        words = _BARELY if values_asked(self.core, e) & noisy_variables(self.core) else _NOTHING
        return Blame(line, f"{words}, {self._too}")

    @property
    def _rate(self) -> Expr:
        """Of noise that is put where there is none."""
        rates = (s.rate for s in self.core.samplings if RATE in s.noise.parameters)
        return next((rate for rate in rates if is_public(rate, self.core.parameters)), Literal(1))

    def _assigned(self, copies: bool) -> Iterator[Blame]:
        """Assignments that private data reach, either mere copies of inputs or all others."""
        for line, at, c in self._assignments(copies):
            if self._possible(with_noise(self.core, at, c.target, self._rate)):
                yield self._bare(line, c.value)

    def _assignments(self, copies: bool) -> Iterator[tuple[int, Span, Assign]]:
        reached = private_variables(self.core)
        places = {
            (c.at.line, c.target): (c.at, c)
            for c in subcommands(self.core.body)
            if isinstance(c, Assign) and c.at and c.target.type == INT and values_asked(self.core, c.value) & reached
            if _is_copy(c.value) == copies
        }
        for (line, _), (at, c) in sorted(places.items(), key=lambda item: (item[0][0], item[0][1].name)):
            yield line, at, c

    @property
    def _too(self) -> str:
        which = "this output" if len(self.event) == 1 else "the first of these outputs"
        return f"the right could give {which} too"

    def _possible(self, core: Mechanism) -> bool:
        return not is_impossible(core, self.space.values(self.finding.right), self.event[0])

    # --------------------------------------------------------------------------------------------------- conditions

    def _bare_conditions(self) -> Iterator[tuple[int, Expr]]:
        """Conditions on private data, untouched by noise, that turn out differently on the two sides."""
        drawn, reached = noisy_variables(self.core), private_variables(self.core)
        for line, condition in dict.fromkeys(conditions(self.core)):
            names = values_asked(self.core, condition)
            if self._of_rows and self._is_over_rows(condition):
                continue  # to go through all rows is no mistake
            if names & reached and not names & drawn:
                answers = self._both(answers_of(self.core, condition))
                if answers is not None and answers[0] != answers[1]:
                    yield line, condition

    def _is_over_rows(self, condition: Expr) -> bool:
        """Whether a condition asks if there is one more row."""
        match condition:
            case Apply(Op.LT, (Var(), Apply(Op.LEN, (Var() as rows,)))):
                return any(p.var == rows and p.private for p in self.core.parameters)
            case _:
                return False

    @property
    def _lines_of_rows(self) -> frozenset[int]:
        """The lines of loops over rows: to look at a row is what they are for, and what follows is looked at first."""
        loops = [loop for loop in loops_in(self.core.body) if any(map(self._is_over_rows, subterms(loop.condition)))]
        places = (getattr(c, "at", None) for loop in loops for c in subcommands(loop))
        return frozenset(at.line for at in places if at is not None)

    def _moves_further(self, condition: Expr) -> bool:
        """Whether noise is drawn around numbers that are further apart than the inputs, because of a condition."""
        moved = sum(_apart(self.finding.left[p.name], self.finding.right[p.name]) for p in self.space.private)
        if self._spread(self.core) <= moved:
            return False
        return all(self._spread(forced(self.core, condition, answer)) <= moved for answer in (True, False))

    def _spread(self, core: Mechanism) -> float:
        """How far apart the numbers are that noise is drawn around, in runs without noise."""
        centres = self._both(centres_of(core))
        if centres is None or len(centres[0]) != len(centres[1]):
            return math.inf
        return max((abs(a - b) for a, b in zip(*centres, strict=True)), default=0)

    def _both(self, core: Mechanism) -> tuple[Any, Any] | None:
        """What both sides return without noise; None if one never ends."""
        try:
            left, right = (
                run(core, self.space.values(point), _NoNoise(), steps=_STEPS)
                for point in (self.finding.left, self.finding.right)
            )
        except Diverges:
            return None
        return left, right


class _NoNoise:
    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        return noise.scripted(0, lambda: parameters, centre)


def _is_bounded(sampling: Sample) -> bool:
    """Whether the noise ends somewhere, and has a rate that two-sided noise could have."""
    law = LAWS.get(sampling.noise)
    return law is not None and law.is_bounded and RATE in sampling.noise.parameters


def _unbounded(sampling: Sample) -> str:
    """The noise that it would be without an end; one-sided noise ends at its centre."""
    one_sided = LAWS[sampling.noise].least == 0
    return "two-sided noise" if one_sided else "noise that has no end"


def _is_copy(value: Expr) -> bool:
    """Whether this is an input, or an entry of one, and nothing else."""
    return isinstance(value, Var) or (
        isinstance(value, Apply) and value.op is Op.GET and isinstance(value.args[0], Var)
    )


def _apart(a: Any, b: Any) -> int:
    if isinstance(a, tuple):
        return sum(map(_apart, a, b))
    return abs(int(a) - int(b)) if isinstance(a, int) else 0
