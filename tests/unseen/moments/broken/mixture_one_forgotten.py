"""The Laplace draw is not paid for."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="rho", requires="eps >= 1 / 2")
def mixture_one_forgotten(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance=1 / (2 * rho)), laplace(x, 1 / eps)
