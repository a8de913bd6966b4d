"""Truncated Laplace noise in ball arithmetic: with a = e^(−rate), P(X = x) = a^|x| / Σ_{|y| ≤ bound} a^|y|."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import BallLaw, Powers


class TruncatedLaw(BallLaw):
    """Two-sided, up to the bound B: P(X ≥ k) = (a^k − a^(B + 1)) / (1 + a − 2·a^(B + 1)) for 1 ≤ k ≤ B."""

    symmetric = True
    is_bounded = True

    def __init__(self, parameters: Parameters) -> None:
        rate, bound = parameters
        if bound < 0 or bound.denominator != 1:
            raise ValueError("a bound of noise must not be below zero")
        self._power, self._bound = Powers(rate), int(bound)
        self.least, self.greatest = -self._bound, self._bound

    def mass(self, x: int) -> arb:
        if abs(x) > self._bound:
            return arb(0)
        a = self._power(1)
        return self._power(abs(x)) * ((1 - a) / (1 + a - 2 * self._power(self._bound + 1)))

    def at_least(self, k: int) -> arb:
        tail = self._tail(k if k >= 1 else 1 - k)
        return tail if k >= 1 else 1 - tail

    def _tail(self, k: int) -> arb:
        if k > self._bound:
            return arb(0)
        left_out = self._power(self._bound + 1)
        return (self._power(k) - left_out) / (1 + self._power(1) - 2 * left_out)

    def beyond(self, k: int) -> arb:
        return 2 * self._power(k) if k <= self._bound else arb(0)
