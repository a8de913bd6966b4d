"""Totals by group where a row is replaced."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(zcdp="rho", requires="bound >= 1")
def group_by_changed(rows: Annotated[list[tuple[int, int]], one_changed()], bound: int, rho: Epsilon) -> list[int]:
    totals = [0] * 3
    for group, amount in rows:
        if 0 <= group < 3:
            totals[group] += clamp(amount, 0, bound)
    return [gaussian(total, variance=bound * bound / rho) for total in totals]
