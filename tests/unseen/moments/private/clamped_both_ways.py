"""A sum of values of either sign."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="bound >= 1")
def clamped_both_ways(rows: Annotated[list[int], one_added_or_removed()], bound: int, rho: Epsilon) -> int:
    return gaussian(sum(clamp(row, -bound, bound) for row in rows), variance=bound * bound / (2 * rho))
