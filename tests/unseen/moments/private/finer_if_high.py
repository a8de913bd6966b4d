"""A finer answer where the rough one was high."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho1 + rho2")
def finer_if_high(x: Annotated[int, within(1)], limit: int, rho1: Epsilon, rho2: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho1))
    if noisy > limit:
        noisy = gaussian(x, variance=1 / (2 * rho2))
    return noisy
