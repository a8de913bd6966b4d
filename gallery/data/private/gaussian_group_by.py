"""Clamped spending by region, with Gaussian noise on every total.

Claim: ρ-zCDP, when one row is added or removed.

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016.

Why: one total moves, by at most the bound.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="bound >= 1")
def gaussian_group_by(
    rows: Annotated[list[tuple[int, int]], one_added_or_removed()], bound: int, rho: Epsilon
) -> list[int]:
    totals = [0] * 4
    for region, spent in rows:
        if 0 <= region < 4:
            totals[region] += clamp(spent, 0, bound)
    return [gaussian(total, variance=bound * bound / (2 * rho)) for total in totals]
