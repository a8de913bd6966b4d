"""The noise grows with the bound up to a thousand only."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="k >= 1")
def far_bound_capped(x: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    wide = min(k, 1000)
    return gaussian(x, variance=wide * wide / (2 * rho))
