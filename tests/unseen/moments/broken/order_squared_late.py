"""Alpha² rho / 2 is enough from the order 2 on."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "alpha * alpha * rho / 2"), requires="alpha > 1")
def order_squared_late(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
