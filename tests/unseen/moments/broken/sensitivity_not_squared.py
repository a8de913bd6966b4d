"""K where k² belongs."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="k >= 1")
def sensitivity_not_squared(x: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    return gaussian(x, variance=k / (2 * rho))
