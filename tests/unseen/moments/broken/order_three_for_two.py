"""What holds of the order 2, claimed of 3."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("3", "2 * rho"))
def order_three_for_two(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
