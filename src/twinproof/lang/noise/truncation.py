"""Exact draws of truncated Laplace noise: draws of a law that is hardly wider, until one is within the bound.

Where the bound is not below the scale, that law is Laplace's, which stays within with probability 1 − 1/e or more.
Otherwise it is the law of all |x| up to the next power of two, ∝ a^|x| again: X is G or −1 − G with odds 1 : a, where G
is geometric and cut to [0, 2^w), and so its digits are independent (`geometric`). Half of the mass or more is within.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twinproof.lang.noise.geometric import Digit, Table, exp_minus, plan
from twinproof.lang.noise.inversion import Happens
from twinproof.lang.noise.law import Bits, Sampler

_DIGIT = 10  # bits of a digit at most
_INT64 = 62


class Cut:
    """The law ∝ a^|x| on −2^width … 2^width − 1."""

    def __init__(self, rate: Fraction, width: int) -> None:
        self._width = width
        self._positive = Happens(lambda: 1 / (1 + exp_minus(rate)))
        count = -(-width // _DIGIT)
        widths = [width * (i + 1) // count - width * i // count for i in range(count)]
        self._digits: list[tuple[int, Table]] = []
        for digit in widths:
            width -= digit
            self._digits.append((digit, Table(Digit(rate * (1 << width), 1 << digit))))

    def one(self, bits: Bits) -> int:
        """One draw."""
        positive, magnitude = self._positive.one(bits), 0
        for width, digit in self._digits:
            magnitude = magnitude << width | digit.one(bits)
        return magnitude if positive else ~magnitude

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws."""
        positive = self._positive.many(bits, size)
        magnitude = np.zeros(size, dtype=np.int64 if self._width <= _INT64 else object)
        for width, digit in self._digits:
            magnitude = magnitude << width | digit.many(bits, size)
        return np.where(positive, magnitude, ~magnitude)


class Bounded:
    """Draws of a law until they are within a bound of zero."""

    def __init__(self, law: Sampler, bound: int) -> None:
        self._law, self._bound = law, bound

    def one(self, bits: Bits) -> int:
        """One draw."""
        while True:
            drawn: int = self._law.one(bits)
            if abs(drawn) <= self._bound:
                return drawn

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""
        parts: list[NDArray[Any]] = []
        left = size
        while left:
            drawn = self._law.many(bits, left + (left >> 4) + 8)
            drawn = drawn[np.abs(drawn) <= self._bound][:left]
            parts.append(drawn)
            left -= drawn.size
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


class Zero:
    """The law of the one value 0."""

    def one(self, bits: Bits) -> int:
        """Zero."""
        return 0

    def many(self, bits: Bits, size: int) -> NDArray[np.int64]:
        """Zeros."""
        return np.zeros(size, dtype=np.int64)


@lru_cache(maxsize=256)
def truncated(rate: Fraction, bound: int) -> Sampler:
    """The sampler for a rate and a bound; it is made once and kept."""
    if rate <= 0 or bound < 0:
        raise ValueError(f"a rate is positive and a bound at least 0, not {rate} and {bound}")
    if bound == 0:
        return Zero()
    if bound * rate >= 1:
        return Bounded(plan(True, rate.denominator, rate.numerator), bound)
    return Bounded(Cut(rate, bound.bit_length()), bound)
