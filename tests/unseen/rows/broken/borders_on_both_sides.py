"""WRONG: a value on a border is in two cells."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="width >= 1")
def borders_on_both_sides(values: Annotated[list[int], one_added_or_removed()], width: int, cells: int, eps: Epsilon) -> list[int]:
    out = []
    for c in range(cells):
        n = len([v for v in values if c * width <= v <= (c + 1) * width])
        out.append(laplace(n, 1 / eps))
    return out
