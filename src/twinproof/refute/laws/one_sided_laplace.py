"""One-sided discrete Laplace noise in ball arithmetic: with a = e^(−rate), P(X = x) = a^x · (1 − a) for x ≥ 0."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import BallLaw, Powers


class OneSidedLaw(BallLaw):
    """One-sided: P(X ≥ k) = a^k for k ≥ 0."""

    least = 0
    is_bounded = True

    def __init__(self, parameters: Parameters) -> None:
        (rate,) = parameters
        self._power = Powers(rate)

    def mass(self, x: int) -> arb:
        return self._power(x) * (1 - self._power(1)) if x >= 0 else arb(0)

    def at_least(self, k: int) -> arb:
        return self._power(max(k, 0))

    def beyond(self, k: int) -> arb:
        return 2 * self._power(k)
