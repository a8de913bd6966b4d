"""Two draws, and the conversion of one."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def through_two_draws(x: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance=1 / (2 * rho)), gaussian(x, variance=1 / (2 * rho))
