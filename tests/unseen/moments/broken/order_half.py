"""Half of the order times rho."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "alpha * rho / 2"), requires="alpha > 1")
def order_half(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
