"""Noise in ball arithmetic: the probability of a value, of an interval, and of what lies outside of a window.

Everything follows from the definition of the masses (docs/language.md), and every rounding stays inside of the balls.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from flint import arb, fmpq

from twinproof.exact.distribution import Interval, bounds
from twinproof.lang.command import Noise

BITS = 256
_TINY = Fraction(1, 2**4096)  # what is smaller is not told apart from it: an exact fraction would fill the memory


class Hidden(NamedTuple):
    """A sample that nobody has looked at: noise around a centre, known to lie in low … high (None: no such end)."""

    noise: Noise
    rate: int  # its number
    centre: int
    low: int | None
    high: int | None
    age: int

    def cut(self, low: int | None, high: int | None) -> Hidden | None:
        """The same with more known; None when no room is left."""
        a = self.low if low is None else low if self.low is None else max(low, self.low)
        b = self.high if high is None else high if self.high is None else min(high, self.high)
        if self.noise is Noise.ONE_SIDED:
            a = self.centre if a is None else max(a, self.centre)
        if a is not None and b is not None and a > b:
            return None
        return Hidden(self.noise, self.rate, self.centre, a, b, self.age)

    def moved(self, by: int) -> Hidden:
        low, high = (None if end is None else end + by for end in (self.low, self.high))
        return Hidden(self.noise, self.rate, self.centre + by, low, high, self.age)


class Laws:
    """Probabilities of noise. Rates are above zero, and known by their number."""

    def __init__(self) -> None:
        self._numbers: dict[Fraction, int] = {}
        self._rates: list[Fraction] = []
        self._powers: list[dict[int, arb]] = []

    def number(self, rate: Fraction) -> int:
        if rate <= 0:
            raise ValueError("a rate of noise must be above zero")
        if rate not in self._numbers:
            self._numbers[rate] = len(self._rates)
            self._rates.append(rate)
            self._powers.append({})
        return self._numbers[rate]

    def power(self, rate: int, k: int) -> arb:
        """e^(−rate·k)."""
        powers = self._powers[rate]
        if k not in powers:
            exponent = -self._rates[rate] * k
            powers[k] = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
        return powers[k]

    def mass(self, noise: Noise, rate: int, x: int) -> arb:
        """P(X = x)."""
        a = self.power(rate, 1)
        if noise is Noise.LAPLACE:
            return self.power(rate, abs(x)) * ((1 - a) / (1 + a))
        return self.power(rate, x) * (1 - a) if x >= 0 else arb(0)

    def at_least(self, noise: Noise, rate: int, k: int) -> arb:
        """P(X ≥ k)."""
        if noise is Noise.ONE_SIDED:
            return self.power(rate, max(k, 0))
        tail = self.power(rate, k if k >= 1 else 1 - k) / (1 + self.power(rate, 1))
        return tail if k >= 1 else 1 - tail

    def between(self, h: Hidden) -> arb:
        """The probability of what is known."""
        low = None if h.low is None else h.low - h.centre
        high = None if h.high is None else h.high - h.centre
        if h.noise is Noise.LAPLACE and high is not None and (low is None or low + high < 0):
            low, high = -high, None if low is None else -low  # it is symmetric, and small numbers are kept small
        upper = arb(1) if low is None else self.at_least(h.noise, h.rate, low)
        return upper if high is None else upper - self.at_least(h.noise, h.rate, high + 1)

    def reach(self, rate: int, outside: arb) -> int:
        """A distance beyond which no more than this mass lies."""
        k = 1
        while not 2 * self.power(rate, k) <= outside:
            k *= 2
        low = k // 2
        while k - low > 1:
            middle = (k + low) // 2
            low, k = (low, middle) if 2 * self.power(rate, middle) <= outside else (middle, k)
        return k


def enclosure(mass: arb) -> Interval:
    """Rational numbers around a ball that stands for a probability."""
    low, high = bounds(mass.lower()) if mass.lower() >= _ball(_TINY) else None, mass.upper()
    upper = bounds(high).upper if high >= _ball(_TINY) else _TINY if high > 0 else Fraction(0)
    return Interval(Fraction(0) if low is None else low.lower, upper)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))
