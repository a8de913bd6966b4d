"""Ages in ten classes of ten years each; who is older is counted in the last one.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: each age belongs to one class, so one cell moves, by 1: 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

CLASSES = 10
WIDTH = 10


@mechanism(epsilon="eps")
def histogram_of_ages(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    cells = [0] * CLASSES
    for age in ages:
        cells[clamp(age // WIDTH, 0, CLASSES - 1)] += 1
    return [max(0, laplace(cell, 1 / eps)) for cell in cells]
