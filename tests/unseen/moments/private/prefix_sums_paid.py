"""Prefix sums, all of which may move."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="len(xs) * rho")
def prefix_sums_paid(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> list[int]:
    total = 0
    out: list[int] = []
    for x in xs:
        total += x
        out.append(gaussian(total, variance=1 / (2 * rho)))
    return out
