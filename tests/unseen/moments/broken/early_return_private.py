"""Stops where the value is high."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho")
def early_return_private(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> int:
    total = 0
    for x in xs:
        if x > 5:
            return gaussian(total, variance=1 / (2 * rho))
        total = total + x
    return gaussian(total, variance=1 / (2 * rho))
