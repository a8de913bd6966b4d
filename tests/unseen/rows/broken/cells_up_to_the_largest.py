"""WRONG: as many cells as the largest value asks for."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def cells_up_to_the_largest(values: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    top = max(0, max(values, default=0))
    cells = [0] * (min(top, 9) + 1)
    for value in values:
        if 0 <= value < len(cells):
            cells[value] += 1
    return [laplace(cell, 2 / eps) for cell in cells]
