"""Eps²/2 + rho is needed."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 4 + rho", requires="eps <= 1")
def mixture_quarter(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance=1 / (2 * rho)), laplace(x, 1 / eps)
