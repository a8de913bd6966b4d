"""Two cells move when a row is replaced."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(zcdp="rho")
def rows_histogram_changed(rows: Annotated[list[int], one_changed()], rho: Epsilon) -> list[int]:
    cells = [0] * 3
    for row in rows:
        cells[clamp(row, 0, 2)] += 1
    return [gaussian(cell, variance=1 / (2 * rho)) for cell in cells]
