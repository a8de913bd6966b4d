"""Rho for every order."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "rho"), requires="alpha > 1")
def order_forgotten(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
