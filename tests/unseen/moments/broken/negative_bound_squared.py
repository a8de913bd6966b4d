"""K² is right, but the claim has k without a square for k = 2."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="k * rho", requires="k >= 0")
def negative_bound_squared(x: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
