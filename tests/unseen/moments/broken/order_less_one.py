"""Alpha − 1 in the place of alpha."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "(alpha - 1) * rho"), requires="alpha > 1")
def order_less_one(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
