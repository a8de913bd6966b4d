"""A table by two columns: one count for each pair of values."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed

SIZES = ("s", "m", "l")


class Item(NamedTuple):
    size: str
    returned: bool


@mechanism(epsilon="eps")
def table_by_pairs(items: Annotated[list[Item], one_changed()], eps: Epsilon) -> list[list[int]]:
    table = []
    for size in SIZES:
        row = []
        for returned in (False, True):
            n = sum(1 for item in items if item.size == size and item.returned == returned)
            row.append(laplace(n, 2 / eps))
        table.append(list(row))
    return table
