"""Three steps towards the data."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="3 * rho", requires="bound >= 1")
def gradient_fixed_rounds(rows: Annotated[list[int], one_added_or_removed()], bound: int, rho: Epsilon) -> int:
    centre = 0
    for _ in range(3):
        step = sum(clamp(row - centre, -bound, bound) for row in rows)
        centre += gaussian(step, variance=bound * bound / (2 * rho)) // 10
    return centre
