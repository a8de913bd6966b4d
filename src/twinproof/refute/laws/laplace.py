"""Discrete Laplace noise in ball arithmetic: with a = e^(−rate), P(X = x) = a^|x| · (1 − a) / (1 + a)."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import BallLaw, Powers


class LaplaceLaw(BallLaw):
    """Two-sided: P(X ≥ k) = a^k / (1 + a) for k ≥ 1, and P(X ≥ k) = 1 − P(X ≥ 1 − k)."""

    symmetric = True

    def __init__(self, parameters: Parameters) -> None:
        (rate,) = parameters
        self._power = Powers(rate)

    def mass(self, x: int) -> arb:
        a = self._power(1)
        return self._power(abs(x)) * ((1 - a) / (1 + a))

    def at_least(self, k: int) -> arb:
        tail = self._power(k if k >= 1 else 1 - k) / (1 + self._power(1))
        return tail if k >= 1 else 1 - tail

    def beyond(self, k: int) -> arb:
        return 2 * self._power(k)
