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

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distributions
from twinproof.exact.moments import Order
from twinproof.exact.orders import divergence
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Sample, loops_in, subcommands
from twinproof.lang.dataflow import noisy_variables, private_variables, values_asked
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, subterms
from twinproof.lang.interpret import Diverges, run
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.noise.law import RATE
from twinproof.lang.types import INT
from twinproof.refute.at_draws import at_draws, how_often
from twinproof.refute.changed import (
    answers_of,
    centres_of,
    forced,
    numbers_of,
    with_more_noise,
    with_noise,
    with_noise_on,
    with_number,
    with_two_sided_noise,
)
from twinproof.refute.evidence import Blame
from twinproof.refute.influence import conditions, is_comparison, is_released, uses
from twinproof.refute.laws import LAWS
from twinproof.refute.pairs import Finding
from twinproof.refute.pointwise import pointwise
from twinproof.refute.space import Space
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import frozen

MOST_LINES = 4
_CLEARLY = 0.1  # of the loss
_LIMITS = Limits(150_000, 400, 12_000_000)
_FACTORS = (2, 4, 8, 16)  # so many times the noise
_STEPS = 2_000  # of a run without noise
_SIDES = ("left", "right")
_BARE = "this looks at private data without noise"
_TOO = "the right could give this output too"
_COMPARED = f"private data are compared without noise here; with noise on them, {_TOO}"
_NO_NOISE = f"there is no noise on this; with noise on it, {_TOO}"
_NOT_ENOUGH = f"the noise in this does not hide it; with fresh noise on it, {_TOO}"


def blame(space: Space, finding: Finding, event: tuple[Any, ...], loss: float) -> tuple[Blame, ...]:
    """The lines that can be blamed for the loss of the event, those that matter most first."""
    case = _Case(space, finding, frozen(event[0]), loss) if len(event) == 1 or finding.order is not None else None
    if case is None:
        return ()
    seen: dict[int, Blame] = {}
    for b in case.possible() if math.isinf(loss) else case.smaller():
        seen.setdefault(b.line, b)
        if len(seen) == MOST_LINES:
            break
    return tuple(seen.values())


@dataclass(frozen=True)
class _Case:
    """Two inputs, and an output that tells them apart."""

    space: Space
    finding: Finding
    output: Any
    loss: float

    @property
    def core(self) -> Mechanism:
        return self.space.form

    # -------------------------------------------------------------------------------------------------- a finite loss

    def smaller(self) -> list[Blame]:
        """What would make the loss smaller: conditions that explain all of it, draws, and other conditions."""
        before = self._loss(self.core)
        if before is None:  # it may well be infinite, which nobody could show
            return list(self._beside_noise(self.loss))
        explaining: list[Blame] = []
        others: list[Blame] = []
        for line, condition in self._bare_conditions():
            if not (is_released(self.core, condition) or self._moves_further(condition)):
                continue
            after = [self._loss(forced(self.core, condition, answer)) for answer in (True, False)]
            finite = [a for a in after if a is not None]
            if not finite or before - max(finite) < _CLEARLY * before:
                continue
            words = f"{_BARE}; if it went the same way on both sides, {self._would(max(finite), before)}"
            (explaining if self._keeps(max(finite)) else others).append(Blame(line, words))
        return [*self._at_draws(), *explaining, *self._draws(before), *others]

    def _beside_noise(self, before: float) -> Iterator[Blame]:
        """Private numbers without noise, beside noisy ones in what is released."""
        reached, drawn = private_variables(self.core), noisy_variables(self.core)
        for line, whole, part in dict.fromkeys(uses(self.core)):
            asked = values_asked(self.core, part)
            numbers = self._both(numbers_of(self.core, whole, part)) if asked & reached and not asked & drawn else None
            if is_comparison(whole) or numbers is None or numbers[0] == numbers[1]:
                continue
            tried = (self._loss(with_number(self.core, whole, part, n)) for side in numbers for n in side[:1])
            finite = [after for after in tried if after is not None]
            if finite and before - max(finite) >= _CLEARLY * before:
                shown = " and ".join(
                    f"{side[0]} on the {name}" for side, name in zip(numbers, _SIDES, strict=True) if side
                )
                words = f"there is no noise on a number here that is {shown}"
                yield Blame(line, f"{words}; if it were the same, {self._would(max(finite), before)}")

    # ------------------------------------------------------------------------------------------------------ data sets

    @property
    def _of_rows(self) -> bool:
        return any(p.adjacency is not None and p.adjacency.counts_rows for p in self.core.parameters)

    def _at_draws(self) -> Iterator[Blame]:
        """For data sets: what noise is drawn around, and with which scale."""
        if not self._of_rows or self.finding.order is not None:
            return iter(())
        return at_draws(self.space, self.finding, self.output, self.loss)

    def _draws(self, before: float) -> list[Blame]:
        """For each line that draws noise: with how many times the noise the claim would be kept, or what twice does."""
        blamed: list[tuple[int, float, Blame]] = []
        for line in sorted({s.at.line for s in self.core.samplings if s.at is not None}):
            tried = {factor: self._loss(with_more_noise(self.core, line, factor)) for factor in _FACTORS[:1]}
            for factor in _FACTORS[1:]:
                if (last := tried[factor // 2]) is None or self._keeps(last):
                    break
                tried[factor] = self._loss(with_more_noise(self.core, line, factor))
            enough = next((f for f, after in tried.items() if after is not None and self._keeps(after)), None)
            factor = enough or _FACTORS[0]
            after = tried[factor]
            if after is not None and before - after >= _CLEARLY * before:
                much = "twice" if factor == 2 else f"{factor} times"
                why = f"with {much} the noise here {self._would(after, before)}"
                blamed.append((enough or _FACTORS[-1] + 1, after, Blame(line, why)))
        return [b for *_, b in sorted(blamed, key=lambda each: (*each[:2], each[2].line))]

    def _keeps(self, loss: float) -> bool:
        """Whether a loss is within the claim, but for what a float is off by."""
        return loss <= self.finding.epsilon * (1 + 1e-6)

    def _loss(self, core: Mechanism) -> float | None:
        """The loss of the output on the pair, as the engine computes it; None where it is infinite or unknown.

        Where Rényi divergences are claimed, that of the order that was found, by all outputs.
        """
        if self.finding.order is not None:
            return self._divergence(core, self.finding.order)
        table = distributions(pointwise(core, self.output), [self.finding.left, self.finding.right], 1e-40, _LIMITS)
        if table.reasons:
            return None
        if True not in table.outputs:
            return 0.0  # neither side has it
        p, q = table.masses[:, table.outputs.index(True)].tolist()
        return math.log(p / q) if p > 0 and q > 0 else 0.0 if p == 0 else None

    def _divergence(self, core: Mechanism, order: Order) -> float | None:
        table = distributions(core, [self.finding.left, self.finding.right], 1e-12, _LIMITS)
        claim = self.space.claim(self.finding.left)
        if table.reasons or not table.outputs or isinstance(claim, EpsilonDelta):
            return None
        found = divergence(table.lowest()[0], table.highest()[1], order, claim)
        return found if math.isfinite(found) else None

    def _would(self, after: float, before: float) -> str:
        what = "the loss" if self.finding.order is None else "the divergence"
        return f"{what} would be {max(after, 0.0):.3g} instead of {before:.3g}"

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
                yield Blame(line, f"{_BARE}; if it went the same way on both sides, {_TOO}")
        numbers = list(dict.fromkeys(uses(self.core)))
        yield from self._used([use for use in numbers if is_comparison(use[1])])
        for line in sorted({s.at.line for s in self.core.samplings if s.at and _is_bounded(s)}):
            if self._possible(with_two_sided_noise(self.core, line)):
                yield Blame(line, f"with two-sided noise here {_TOO}")
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
                yield Blame(line, _COMPARED) if is_comparison(whole) else self._bare(line, part)

    def _bare(self, line: int, e: Expr) -> Blame:
        return Blame(line, _NOT_ENOUGH if values_asked(self.core, e) & noisy_variables(self.core) else _NO_NOISE)

    @property
    def _rate(self) -> Expr:
        """Of noise that is put where there is none."""
        rates = (s.rate for s in self.core.samplings if RATE in s.noise.parameters)
        return next((rate for rate in rates if is_public(rate, self.core.parameters)), Literal(1))

    def _assigned(self, copies: bool) -> Iterator[Blame]:
        """Assignments that private data reach, either mere copies of inputs or all others."""
        reached = private_variables(self.core)
        places = {
            (c.at.line, c.target): c
            for c in subcommands(self.core.body)
            if isinstance(c, Assign) and c.at and c.target.type == INT and values_asked(self.core, c.value) & reached
            if _is_copy(c.value) == copies
        }
        for (line, target), c in sorted(places.items(), key=lambda item: (item[0][0], item[0][1].name)):
            if c.at is not None and self._possible(with_noise(self.core, c.at, target, self._rate)):
                yield self._bare(line, c.value)

    def _possible(self, core: Mechanism) -> bool:
        return not is_impossible(core, self.space.values(self.finding.right), self.output)

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


def _is_copy(value: Expr) -> bool:
    """Whether this is an input, or an entry of one, and nothing else."""
    return isinstance(value, Var) or (
        isinstance(value, Apply) and value.op is Op.GET and isinstance(value.args[0], Var)
    )


def _apart(a: Any, b: Any) -> int:
    if isinstance(a, tuple):
        return sum(map(_apart, a, b))
    return abs(int(a) - int(b)) if isinstance(a, int) else 0
