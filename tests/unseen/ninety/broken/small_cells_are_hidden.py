"""A cell of a table is hidden where it has fewer than five people, as official statistics do, else told with noise.

middling. Whether it is hidden is exact. Witness: four and five people of the cell.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    area: int
    disabled: bool


@mechanism(epsilon="eps")
def small_cells_are_hidden(
    people: Annotated[list[Person], one_added_or_removed()], area: int, eps: Epsilon
) -> int | None:
    cell = [p for p in people if p.area == area and p.disabled]
    if len(cell) < 5:
        return None
    return laplace(len(cell), 1 / eps)
