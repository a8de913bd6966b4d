"""A histogram from rows."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def through_histogram(rows: Annotated[list[int], one_changed()], rho: Epsilon, delta: Epsilon) -> list[int]:
    cells = [0] * 4
    for row in rows:
        cells[clamp(row, 0, 3)] += 1
    return [gaussian(cell, variance=1 / rho) for cell in cells]
