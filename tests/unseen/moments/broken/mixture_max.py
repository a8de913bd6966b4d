"""The larger of both costs, and not the sum."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="max(rho, rho2)")
def mixture_max(x: Annotated[int, within(1)], rho: Epsilon, rho2: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance=1 / (2 * rho)), gaussian(x, variance=1 / (2 * rho2))
