"""Discrete Gaussian noise in ball arithmetic: P(X = x) = e^(−x²/(2v)) / Z, where Z is summed up term by term."""

from __future__ import annotations

from functools import cached_property
from math import ceil, isqrt

from flint import arb, fmpq

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import BallLaw

_FAR_BITS = 128  # to which a tail far out is known
_BITS = 400  # terms that are smaller than the first one by so many bits are not added, but bounded
_MOST = 40_000  # terms


class GaussianLaw(BallLaw):
    """Two-sided: P(X ≥ k) is a sum over x ≥ k for k ≥ 1, and P(X ≥ k) = 1 − P(X ≥ 1 − k)."""

    symmetric = True

    def __init__(self, parameters: Parameters) -> None:
        (variance,) = parameters
        if variance <= 0:
            raise ValueError("a variance of noise must be above zero")
        self._terms = isqrt(ceil(2 * variance * _BITS)) + 1
        if self._terms > _MOST:
            raise ValueError("a variance of noise is too large for the replay")
        half = -1 / (2 * variance)
        self._half = fmpq(half.numerator, half.denominator)
        self.cost = 40 + self._terms // 4
        self._far: dict[int, arb] = {}

    def _term(self, x: int) -> arb:
        return arb(self._half * (x * x)).exp()

    def _rest(self, k: int) -> arb:
        """A ball around the sum over x ≥ k ≥ 1: each term is below the one before by e^(−(2k + 1)/(2v)) or more."""
        return arb(0).union(self._term(k) / (1 - arb(self._half * (2 * k + 1)).exp()))

    @cached_property
    def _tails(self) -> list[arb]:
        """The sums over x ≥ 0, x ≥ 1, …"""
        tails = [self._rest(self._terms)]
        for x in range(self._terms - 1, -1, -1):
            tails.append(tails[-1] + self._term(x))
        tails.reverse()
        return tails

    @cached_property
    def _whole(self) -> arb:
        return self._tails[0] + self._tails[1]

    def _tail(self, k: int) -> arb:
        """The sum over x ≥ k, for k ≥ 1; also far out it is known well."""
        if k < self._terms // 2:
            return self._tails[k]
        if k not in self._far:
            total, x = arb(0), k
            small = self._term(k) * arb(2) ** -_FAR_BITS
            while x - k < self._terms and not self._rest(x) <= small:  # terms may be too small for any exponent
                total += self._term(x)
                x += 1
            self._far[k] = total + self._rest(x)
        return self._far[k]

    def mass(self, x: int) -> arb:
        return self._term(x) / self._whole

    def at_least(self, k: int) -> arb:
        tail = self._tail(k if k >= 1 else 1 - k) / self._whole
        return tail if k >= 1 else 1 - tail

    def beyond(self, k: int) -> arb:
        return 2 * self._tail(max(k, 1)) / self._whole
