"""Sums of exp(−x² / (2v)) over integers, as balls, and tables of them for the exact engine.

The sum over all integers is found by Poisson's formula, Σ exp(−x² / (2v)) = √(2πv) · Σ exp(−2π²v·k²), on the side on
which the terms fall faster; in either case the rest beyond the last term is below a geometric series.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpq

from twinproof.lang.noise.geometric import in_precision
from twinproof.lang.noise.law import integer
from twinproof.lang.noise.powers import ERROR, Floats, Ints

_BITS = 160
_EXPONENT = 667  # terms below e^(−667), which is about 1e-290, count as zero, as in `powers`
_MORE = 120  # bits by which what is left out of a tail is smaller than all that is in it
_MOST = 600_000  # entries of a table


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def up_to(bound: arb) -> arb:
    """A ball around all numbers from 0 to a bound."""
    return arb(0).union(bound)


def last_term(variance: Fraction, bits: int) -> int:
    """An n ≥ 1 with exp(−n² / (2·variance)) below 2^(−bits)."""
    return math.isqrt(math.ceil(variance * 2 * bits)) + 1


def terms(variance: Fraction, start: int, end: int) -> list[arb]:
    """Balls around exp(−x² / (2·variance)) for start ≤ x < end, in the current precision."""
    half = -1 / (2 * _ball(variance))
    return [(half * (x * x)).exp() for x in range(start, end)]


def beyond(variance: Fraction, n: int) -> arb:
    """A ball around Σ exp(−x² / (2·variance)) over x ≥ n, for n ≥ 1: the ratio of neighbours falls as x grows."""
    half = -1 / (2 * _ball(variance))
    return up_to((half * (n * n)).exp() / (1 - (half * (2 * n + 1)).exp()))


def whole_sum(variance: Fraction) -> arb:
    """A ball around Σ exp(−x² / (2·variance)) over all integers, in the current precision."""
    if variance <= 1:
        n = last_term(variance, ctx.prec + 8)
        return 1 + 2 * (sum(terms(variance, 1, n), arb(0)) + beyond(variance, n))
    # √(2πv) · (1 + 2·Σ exp(−2π²v·k²)), where 2π²v ≥ 19
    rate = 2 * arb.pi() * arb.pi() * _ball(variance)
    total, k = arb(0), 1
    while k * k * 19 <= ctx.prec:
        total += (-rate * (k * k)).exp()
        k += 1
    rest = up_to((-rate * (k * k)).exp() / (1 - (-rate * (2 * k + 1)).exp()))
    return (2 * arb.pi() * _ball(variance)).sqrt() * (1 + 2 * (total + rest))


def gaussian_mass(x: int, variance: Fraction, prec: int) -> arb:
    """A ball around the mass of x, good to about so many bits."""
    if integer("prec", prec) < 2:
        raise ValueError(f"prec is at least 2, not {prec}")
    exponent = x * x / (2 * variance)

    def compute() -> arb:
        return (-_ball(exponent)).exp() / whole_sum(variance)

    # exp turns the absolute error of its argument into a relative one
    return in_precision(prec + 32 + int(exponent).bit_length(), compute)


@dataclass(frozen=True)
class GaussianTables:
    """Masses and tails around 0, as floats: entry `end` of each stands for all that is further out, and is zero."""

    end: int
    rest: float  # an upper bound of P(|X| ≥ end), above zero
    mass: Floats
    tail: Floats  # P(X ≥ k), and what is missing in it for twice as many digits
    more: Floats

    def sum(self, near: Ints, far: Ints) -> Floats:
        """P(near ≤ X ≤ far), for near ≥ 1; zero for an empty interval."""
        first, last = np.minimum(near, self.end), np.minimum(far, self.end - 1) + 1
        last = np.maximum(first, last)
        sums: Floats = (self.tail[first] - self.tail[last]) + (self.more[first] - self.more[last])
        return sums

    def reach(self, outside: float) -> int:
        """The least k with P(|X| > k) ≤ outside, as far as the table goes."""
        if outside <= 0:
            raise ValueError("some mass must be allowed outside")
        return min(int(np.searchsorted(-self.tail, -outside / 2 * (1 - ERROR))), self.end)

    def outside(self, k: int) -> float:
        """An upper bound of P(|X| > k)."""
        return self.rest if k + 1 >= self.end else float(2 * self.tail[k + 1] * (1 + ERROR))


@functools.lru_cache(maxsize=256)
def gaussian_tables(variance: Fraction) -> GaussianTables:
    """The tables for a variance, made once; raises OverflowError where they would be too long."""
    end = math.isqrt(math.floor(variance * 2 * _EXPONENT)) + 1
    if end > _MOST:
        raise OverflowError("the noise is too wide for exact probabilities: its variance is too large")

    def compute() -> GaussianTables:
        size = whole_sum(variance)
        last = last_term(variance, 2 * _EXPONENT + _MORE)
        masses = [term / size for term in terms(variance, 0, last)]
        total = beyond(variance, last) / size
        tails = []
        for mass in reversed(masses):
            total += mass
            tails.append(total)
        tails.reverse()
        highs = [float(t.mid()) for t in tails[:end]]
        lows = [float((t - high).mid()) for t, high in zip(tails, highs, strict=False)]
        rest = float((2 * beyond(variance, end) / size).upper()) * (1 + ERROR) + 1e-300
        columns = ([*(float(m.mid()) for m in masses[:end]), 0.0], [*highs, 0.0], [*lows, 0.0])
        return GaussianTables(end, rest, *map(np.array, columns))

    return in_precision(_BITS, compute)
