"""A histogram by decades; a replaced row moves two cells."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def decades_changed(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    cells = [0 for _ in range(10)]
    for age in ages:
        decade = age // 10
        if decade < 0:
            decade = 0
        if decade > 9:
            decade = 9
        cells[decade] += 1
    return [laplace(cell, 2 / eps) for cell in cells]
