"""Sigma where the variance was meant; rho = 1 needs sigma² = 1/2, and 1/2 squared is 1/4."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def sigma_for_variance(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(x, 1 / (2 * rho))
