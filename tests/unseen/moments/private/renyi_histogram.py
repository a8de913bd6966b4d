"""A histogram at one order."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(renyi=("alpha", "alpha * rho"), requires="alpha > 1")
def renyi_histogram(rows: Annotated[list[int], one_added_or_removed()], alpha: Epsilon, rho: Epsilon) -> list[int]:
    cells = [0] * 5
    for row in rows:
        cells[clamp(row, 0, 4)] += 1
    return [gaussian(cell, variance=1 / (2 * rho)) for cell in cells]
