"""Products of quantities from 0 to 5 and price changes from -4 to 4: a row adds or takes 20 at most."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Line(NamedTuple):
    quantity: int
    change: int


@mechanism(epsilon="eps")
def signed_products(lines: Annotated[list[Line], one_added_or_removed()], eps: Epsilon) -> int:
    def worth(line: Line) -> int:
        return clamp(line.quantity, 0, 5) * clamp(line.change, -4, 4)

    return laplace(sum(worth(line) for line in lines), 20 / eps)
