from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_changed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def coin_sampled_changed(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    """WRONG: a replaced row moves two cells. [0] / [1]."""
    cells = [0, 0]
    for row in rows:
        if coin(Fraction(1, 2)):
            cells[clamp(row, 0, 1)] += 1
    return [laplace(cell, 1 / eps) for cell in cells]
