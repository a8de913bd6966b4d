"""Bound² + 1 squares, not bound²."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="bound >= 1")
def rows_sum_and_count(rows: Annotated[list[int], one_added_or_removed()], bound: int, rho: Epsilon) -> tuple[int, int]:
    total = sum(clamp(row, 0, bound) for row in rows)
    variance = bound * bound / (2 * rho)
    return gaussian(total, variance=variance), gaussian(len(rows), variance=variance)
