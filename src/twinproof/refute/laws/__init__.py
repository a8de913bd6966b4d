"""Noise in ball arithmetic: the probability of a value, of an interval, and of what lies outside of a window.

The replay has masses of its own, one module for each noise; a noise that is not in the table is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from flint import arb, fmpq

from twinproof.exact.distribution import Interval, bounds
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    Noise,
    Parameters,
)
from twinproof.refute.laws.choose import choose
from twinproof.refute.laws.coin import coin
from twinproof.refute.laws.gaussian import GaussianLaw
from twinproof.refute.laws.laplace import LaplaceLaw
from twinproof.refute.laws.law import BallLaw, FiniteLaw
from twinproof.refute.laws.one_sided_laplace import OneSidedLaw
from twinproof.refute.laws.permute_and_flip import permute_and_flip
from twinproof.refute.laws.randomized_choice import randomized_choice
from twinproof.refute.laws.randomized_response import randomized_response
from twinproof.refute.laws.truncated_laplace import TruncatedLaw
from twinproof.refute.laws.uniform import UniformLaw

BITS = 256
_TINY = Fraction(1, 2**4096)  # what is smaller is not told apart from it: an exact fraction would fill the memory

# Noise that is moved with its centre, and noise whose values and masses depend on it in other ways.
LAWS: Mapping[Noise, type[BallLaw]] = MappingProxyType(
    {
        LAPLACE: LaplaceLaw,
        ONE_SIDED: OneSidedLaw,
        TRUNCATED: TruncatedLaw,
        GAUSSIAN: GaussianLaw,
        UNIFORM: UniformLaw,
    }
)
FINITE_LAWS: Mapping[Noise, FiniteLaw] = MappingProxyType(
    {
        COIN: coin,
        RANDOMIZED_RESPONSE: randomized_response,
        RANDOMIZED_CHOICE: randomized_choice,
        CHOOSE: choose,
        PERMUTE_AND_FLIP: permute_and_flip,
    }
)


class Hidden(NamedTuple):
    """A sample that nobody has looked at: noise around a centre, known to lie in low … high (None: no such end)."""

    law: int  # its number
    centre: int
    low: int | None
    high: int | None
    age: int

    def cut(self, low: int | None, high: int | None) -> Hidden | None:
        """The same with more known; None when no room is left."""
        a = self.low if low is None else low if self.low is None else max(low, self.low)
        b = self.high if high is None else high if self.high is None else min(high, self.high)
        if a is not None and b is not None and a > b:
            return None
        return Hidden(self.law, self.centre, a, b, self.age)

    def moved(self, by: int) -> Hidden:
        low, high = (None if end is None else end + by for end in (self.low, self.high))
        return Hidden(self.law, self.centre + by, low, high, self.age)


class Laws:
    """The noises of a program, with their parameters, known by their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Noise, Parameters], int] = {}
        self._laws: list[BallLaw] = []
        self._finite: dict[tuple[Noise, Parameters, Any], dict[Any, arb]] = {}

    def number(self, noise: Noise, parameters: Parameters) -> int:
        key = (noise, parameters)
        if key not in self._numbers:
            if noise not in LAWS:
                raise ValueError(f"the replay does not know {noise.name} noise")
            law = LAWS[noise](parameters)
            self._numbers[key] = len(self._laws)
            self._laws.append(law)
        return self._numbers[key]

    def __contains__(self, noise: tuple[Noise, Parameters]) -> bool:
        return noise in self._numbers

    def finite(self, noise: Noise, parameters: Parameters, centre: Any) -> dict[Any, arb]:
        """The values that a noise may have around a centre, with their masses."""
        key = (noise, parameters, centre)
        if key not in self._finite:
            self._finite[key] = FINITE_LAWS[noise](parameters, centre)
        return self._finite[key]

    def __getitem__(self, number: int) -> BallLaw:
        return self._laws[number]

    def hidden(self, number: int, centre: int, age: int) -> Hidden:
        """A sample of which nothing is known but its law."""
        ends = (self._laws[number].least, self._laws[number].greatest)
        low, high = (None if end is None else centre + end for end in ends)
        return Hidden(number, centre, low, high, age)

    def between(self, h: Hidden) -> arb:
        """The probability of what is known."""
        low = None if h.low is None else h.low - h.centre
        high = None if h.high is None else h.high - h.centre
        return self._laws[h.law].between(low, high)


def enclosure(mass: arb) -> Interval:
    """Rational numbers around a ball that stands for a probability."""
    low, high = bounds(mass.lower()) if mass.lower() >= _ball(_TINY) else None, mass.upper()
    upper = bounds(high).upper if high >= _ball(_TINY) else _TINY if high > 0 else Fraction(0)
    return Interval(Fraction(0) if low is None else low.lower, upper)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))
