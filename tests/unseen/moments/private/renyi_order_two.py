"""The order 2 of a pair of counts."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("2", "4 * rho"))
def renyi_order_two(x: Annotated[int, within(1)], y: Annotated[int, within(1)], rho: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance=1 / (2 * rho)), gaussian(y, variance=1 / (2 * rho))
