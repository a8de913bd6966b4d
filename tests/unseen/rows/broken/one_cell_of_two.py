"""WRONG: a replaced row leaves one cell and enters another."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class Colour(Enum):
    RED = 1
    BLUE = 2
    GREEN = 3


@mechanism(epsilon="eps")
def one_cell_of_two(cars: Annotated[list[Colour], one_changed()], eps: Epsilon) -> dict[Colour, int]:
    counts = {c: 0 for c in Colour}
    for car in cars:
        counts[car] += 1
    return {c: laplace(n, 1 / eps) for c, n in counts.items()}
