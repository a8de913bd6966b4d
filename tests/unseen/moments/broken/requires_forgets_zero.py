"""A variance of k / (2 rho) for a bound of k + 1."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="k >= 1")
def requires_forgets_zero(x: Annotated[int, within("k + 1")], k: int, rho: Epsilon) -> int:
    return gaussian(x, variance=k * k / (2 * rho))
