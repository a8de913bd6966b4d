"""WRONG: from -4 * 5 to 4 * 5 a replaced product moves by 40."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Line(NamedTuple):
    quantity: int
    change: int


@mechanism(epsilon="eps")
def products_of_ranges_underpriced(lines: Annotated[list[Line], one_changed()], eps: Epsilon) -> int:
    return laplace(sum(clamp(q, 0, 5) * clamp(c, -4, 4) for q, c in lines), 20 / eps)
