"""Noise first, then rounding to tens, never below 0."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def rounded_after(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return max(0, 10 * (gaussian(x, variance=1 / (2 * rho)) // 10))
