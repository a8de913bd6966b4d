"""Rho + sqrt(rho log(1/delta)) lacks a factor of two."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho + sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def through_no_delta_price(x: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
