"""Cells of a public width from a public start: a value is in one of them at most."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="width >= 1 and cells >= 0")
def cells_of_equal_width(
    values: Annotated[list[int], one_added_or_removed()], start: int, width: int, cells: int, eps: Epsilon
) -> list[int]:
    out = []
    for c in range(cells):
        low = start + c * width
        inside = [v for v in values if low <= v < low + width]
        out.append(laplace(len(inside), 1 / eps))
    return out
