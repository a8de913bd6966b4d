"""WRONG: the same in a table of pairs, by comprehensions."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def one_cell_of_pairs(rows: Annotated[list[tuple[int, bool]], one_changed()], eps: Epsilon) -> list[int]:
    return [
        laplace(len([1 for a, b in rows if a == x and b == y]), 1 / eps) for x in range(3) for y in (False, True)
    ]
