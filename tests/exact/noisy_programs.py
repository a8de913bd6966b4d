"""Random core programs that draw every noise there is, some with numbers for which there is no such noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.exact.brute import DATA, FLAGS, ITEMS, NUMBERS, RandomProgram
from twinproof.lang.command import Command, Sample
from twinproof.lang.expr import FALSE, Expr, Literal, Op, Place, apply, free_variables, list_of
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    Noise,
)
from twinproof.lang.types import BOOL, INT


class AnyNoise(RandomProgram):
    """Programs of which most samplings draw something else than Laplace noise."""

    def sample(self, times: int) -> Command:
        if self.random.random() < 0.25:
            return super().sample(times)
        if self.samples < times:
            return self.assign(times)
        self.samples -= times
        noise, parameters, centre = self.random.choice(self.kinds())()
        target = self.random.choice(FLAGS if noise.value_type == BOOL else NUMBERS)
        return Sample(target, noise, parameters, centre)

    def kinds(self) -> list[Callable[[], tuple[Noise, tuple[Expr, ...], Expr]]]:
        pick, rate = self.random.choice, Literal(self.random.choice(self.rates))
        return [
            lambda: (GAUSSIAN, (Literal(pick([Fraction(1, 4), Fraction(1), Fraction(3)])),), self.number(1)),
            lambda: (TRUNCATED, (rate, self.whole(0, 3)), self.number(1)),
            lambda: (UNIFORM, (self.whole(1, 4),), self.number(1)),
            lambda: (COIN, (self.chance(),), FALSE),
            lambda: (RANDOMIZED_RESPONSE, (rate,), self.condition(1)),
            lambda: (RANDOMIZED_CHOICE, (self.whole(1, 4), rate), self.value()),
            lambda: (CHOOSE, (rate,), self.scores()),
            lambda: (PERMUTE_AND_FLIP, (rate,), self.scores()),
        ]

    def whole(self, low: int, high: int) -> Expr:
        """A number that is mostly within these bounds, and sometimes computed."""
        if self.random.random() < 0.2:
            return apply(Op.MIN, self.computed(), Literal(high))
        return Literal(self.random.randint(low, high))

    def computed(self) -> Expr:
        """A number of the memory. One that is public is surely allowed, or the reader has refused it (TP403)."""
        while True:
            number = self.number(1)
            if any(v.place is Place.MEMORY for v in free_variables(number)):
                return number

    def chance(self) -> Expr:
        if self.random.random() < 0.2:
            return apply(Op.QUOTIENT, apply(Op.REAL, self.computed()), Literal(3))
        return Literal(self.random.choice([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)]))

    def value(self) -> Expr:
        return self.number(1) if self.random.random() < 0.5 else apply(Op.MOD, self.number(1), Literal(2))

    def scores(self) -> Expr:
        made = list_of(INT, *(self.number(1) for _ in range(self.random.randint(1, 3))))
        lists: list[Expr] = [made, made, made, apply(Op.APPEND, DATA, self.number(0)), DATA, ITEMS]
        return self.random.choice(lists)
