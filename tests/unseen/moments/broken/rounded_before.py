"""Rounding to tens moves by ten."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def rounded_before(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(10 * (x // 10), variance=1 / (2 * rho))
