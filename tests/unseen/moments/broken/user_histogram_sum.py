"""All three rows of a user may be in one cell."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_user_added_or_removed


@mechanism(zcdp="rho")
def user_histogram_sum(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], rho: Epsilon
) -> list[int]:
    cells = [0] * 3
    for _, kind in rows:
        cells[clamp(kind, 0, 2)] += 1
    return [gaussian(cell, variance=3 / (2 * rho)) for cell in cells]
