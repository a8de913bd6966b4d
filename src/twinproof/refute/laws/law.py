"""What the replay asks of a noise: probabilities as balls, around 0 or around a centre. Each noise has a module here.

The replay computes from the definition of the masses (docs/language.md) and shares nothing with the exact engine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

from flint import arb, fmpq

from twinproof.lang.noise.law import Parameters


class BallLaw(ABC):
    """A noise with given parameters, around 0. Every rounding stays inside of the balls."""

    least: int | None = None  # the least value there is, if there is one; of the class, whatever the parameters are
    greatest: int | None = None
    cost: int = 40  # the steps of a replay that it takes to begin with this law
    symmetric: ClassVar[bool] = False
    is_bounded: ClassVar[bool] = False  # whether there are values that it never has

    @abstractmethod
    def __init__(self, parameters: Parameters) -> None:
        """Refuse, by a ValueError, parameters for which there is no such law."""

    @abstractmethod
    def mass(self, x: int) -> arb:
        """P(X = x)."""

    @abstractmethod
    def at_least(self, k: int) -> arb:
        """P(X ≥ k)."""

    @abstractmethod
    def beyond(self, k: int) -> arb:
        """An upper bound of P(|X| ≥ k), which falls as k grows."""

    def between(self, low: int | None, high: int | None) -> arb:
        """P(low ≤ X ≤ high), where None stands for no end."""
        if self.symmetric and high is not None and (low is None or low + high < 0):
            low, high = -high, None if low is None else -low  # small numbers are kept small
        upper = arb(1) if low is None else self.at_least(low)
        return upper if high is None else upper - self.at_least(high + 1)

    def reach(self, outside: arb) -> int:
        """A distance beyond which no more than this mass lies."""
        k = 1
        while not self.beyond(k) <= outside:
            k *= 2
        low = k // 2
        while k - low > 1:
            middle = (k + low) // 2
            low, k = (low, middle) if self.beyond(middle) <= outside else (middle, k)
        return k


# The masses of all values that are possible with these parameters around a centre; a ValueError where there is no law.
FiniteLaw = Callable[[Parameters, Any], dict[Any, arb]]


def exp(number: Fraction) -> arb:
    """A ball around e^number."""
    return arb(fmpq(number.numerator, number.denominator)).exp()


class Powers:
    """e^(−rate·k), each computed once."""

    def __init__(self, rate: Fraction) -> None:
        if rate <= 0:
            raise ValueError("a rate of noise must be above zero")
        self._rate = rate
        self._computed: dict[int, arb] = {}

    def __call__(self, k: int) -> arb:
        power = self._computed.get(k)
        if power is None:
            exponent = -self._rate * k
            power = self._computed[k] = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
        return power
