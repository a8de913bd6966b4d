"""Noise around 0 whose width is private."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="rho >= 1 / 4")
def private_variance_of_zero(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(0, variance=1 + abs(x))
