"""The variance is 1/(4 rho)."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def variance_without_half(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (4 * rho))
