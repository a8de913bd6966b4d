"""Prefix sums of one entry that moves: each of them moves."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho")
def prefix_sums_one_price(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[int]:
    total = 0
    out: list[int] = []
    for x in xs:
        total = total + x
        out.append(gaussian(total, variance=1 / (2 * rho)))
    return out
