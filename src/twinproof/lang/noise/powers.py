"""Probabilities of noise, for whole columns at once, with a bound on their relative error.

With a = e^(−rate), all that is needed are powers a^k and 1 − a^k for k ≥ 0. Both are read off tables of correctly
rounded values (from python-flint's balls), digit by digit in base 1024: a^(k₀ + 1024·k₁) = a^k₀ · a^(1024·k₁), and
1 − x·y = (1 − x) + x·(1 − y). Nothing positive is ever subtracted from something of its own size, so relative errors
only add up.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

UNIT = 2.0**-53
# Any probability from this module differs from the true one by at most this factor (1 ± ERROR). A table entry is off by
# 4 units at most; five digits, their products and sums, and the constant in front stay below 64.
ERROR = 64 * UNIT
_BASE = 1024
_BITS = 160
INFINITE = 2**62  # stands for an end of an interval that is not there
FAINT = 1e-250  # masses below may be off by more than the relative error says, since floats end at about 1e-308
_SMALLEST = 1e-290  # powers below count as zero; `Powers.beyond` says from where on


def _to_float(x: Any) -> float:
    """A ball as the float next to its midpoint."""
    return float(x.mid())


@dataclass(frozen=True)
class Powers:
    """Powers of a = e^(−rate)."""

    rate: Fraction
    a: float = field(init=False)
    beyond: int = field(init=False)  # a^k is below the smallest that counts from this k on
    _power: list[Floats] = field(init=False, repr=False)
    _rest: list[Floats] = field(init=False, repr=False)  # 1 − a^k, digit by digit

    def __post_init__(self) -> None:
        beyond = max(1, math.ceil(Fraction(-math.log(_SMALLEST)) / self.rate))
        digits = 1
        while digits <= 5 and _BASE**digits <= beyond:
            digits += 1
        if digits > 5:
            raise OverflowError("the noise is too wide for exact probabilities: its rate is too close to zero")
        object.__setattr__(self, "beyond", beyond)
        with flint.ctx.workprec(_BITS):
            rate = flint.arb(flint.fmpq(self.rate.numerator, self.rate.denominator))
            tables = [self._digit(rate, _BASE**d, beyond) for d in range(digits)]
            object.__setattr__(self, "a", _to_float((-rate).exp()))
        object.__setattr__(self, "_power", [t[0] for t in tables])
        object.__setattr__(self, "_rest", [t[1] for t in tables])

    @staticmethod
    def _digit(rate: Any, step: int, beyond: int) -> tuple[Floats, Floats]:
        size = min(_BASE, beyond // step + 1)
        exponents = [-(rate * (step * j)) for j in range(size)]
        power = [_to_float(e.exp()) for e in exponents]
        rest = [_to_float(-(e.expm1())) for e in exponents]
        return np.array(power), np.array(rest)

    def power(self, k: Ints) -> Floats:
        """a^k for k ≥ 0; zero from `beyond` on."""
        k = np.asarray(k, dtype=np.int64)
        inside = k < self.beyond
        left = np.where(inside, k, 0)
        result = self._power[0][left % _BASE if len(self._power) > 1 else left]
        for table in self._power[1:]:
            left = left // _BASE
            result = result * table[np.minimum(left % _BASE, len(table) - 1)]
        return np.where(inside, result, 0.0)

    def rest(self, k: Ints) -> Floats:
        """1 − a^k for k ≥ 0, with a small relative error also where it is small."""
        k = np.asarray(k, dtype=np.int64)
        inside = k < self.beyond
        left = np.where(inside, k, 0)
        digit = left % _BASE if len(self._power) > 1 else left
        result, factor = self._rest[0][digit], self._power[0][digit]
        for power, rest in zip(self._power[1:], self._rest[1:], strict=True):
            left = left // _BASE
            digit = np.minimum(left % _BASE, len(power) - 1)
            result = result + factor * rest[digit]
            factor = factor * power[digit]
        return np.where(inside, result, 1.0)

    @property
    def one_minus(self) -> float:
        """1 − a, accurately."""
        return float(self._rest[0][1]) if len(self._rest[0]) > 1 else 1.0

    def reach(self, outside: float) -> int:
        """The least convenient k with 2·a^(k+1) ≤ outside: so much at most is further out than k, on both sides."""
        if outside <= 0:
            raise ValueError("some mass must be allowed outside")
        k = math.ceil(Fraction((math.log(2) - math.log(outside)) * (1 + 1e-12)) / self.rate) + 1
        return min(k, self.beyond)

    def outside(self, k: int) -> float:
        """An upper bound of 2·a^(k+1)."""
        if k + 1 >= self.beyond:
            return 4 * _SMALLEST
        return float(2 * self.power(np.array(k + 1)) * (1 + ERROR))


@functools.lru_cache(maxsize=2048)  # a program may compute as many rates as it has states
def powers_of(rate: Fraction) -> Powers:
    """The tables for a rate, made once."""
    return Powers(rate)
