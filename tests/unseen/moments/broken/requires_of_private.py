"""A requirement that holds for one half of the values only is none."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="k >= 0")
def requires_of_private(x: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    return gaussian(x if k <= 1 else 2 * x, variance=(k * k + 1) / (2 * rho))
