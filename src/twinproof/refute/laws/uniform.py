"""Uniform noise in ball arithmetic: P(X = x) = 1 / size for 0 ≤ x < size."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import BallLaw


class UniformLaw(BallLaw):
    """P(X ≥ k) = (size − k) / size for 0 ≤ k ≤ size."""

    least = 0
    is_bounded = True

    def __init__(self, parameters: Parameters) -> None:
        (size,) = parameters
        if size < 1 or size.denominator != 1:
            raise ValueError("a size of noise must be at least one")
        self._size = int(size)
        self.greatest = self._size - 1

    def mass(self, x: int) -> arb:
        return arb(1) / self._size if 0 <= x < self._size else arb(0)

    def at_least(self, k: int) -> arb:
        return arb(min(max(self._size - k, 0), self._size)) / self._size

    def beyond(self, k: int) -> arb:
        return self.at_least(k)
