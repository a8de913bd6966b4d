"""A replaced row moves a sum of -bound to bound by twice that."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(zcdp="rho", requires="bound >= 1")
def rows_changed_both_ways(rows: Annotated[list[int], one_changed()], bound: int, rho: Epsilon) -> int:
    return gaussian(sum(clamp(row, -bound, bound) for row in rows), variance=bound * bound / (2 * rho))
