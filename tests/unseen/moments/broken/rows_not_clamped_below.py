"""Large negative rows."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="bound >= 1")
def rows_not_clamped_below(rows: Annotated[list[int], one_added_or_removed()], bound: int, rho: Epsilon) -> int:
    return gaussian(sum(min(row, bound) for row in rows), variance=bound * bound / (2 * rho))
