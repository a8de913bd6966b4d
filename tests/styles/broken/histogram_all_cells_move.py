"""A histogram with the noise for one cell, where every cell may move, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/histogram_all_cells_move.py`.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@dataclass(frozen=True)
class Cell:
    position: int
    noisy: int


@mechanism(epsilon="eps")
def histogram_all_cells_move_comprehension(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """One comprehension."""
    return [laplace(cell, 1 / eps) for cell in cells]


@mechanism(epsilon="eps")
def histogram_all_cells_move_generator(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """`list` of a generator; the noise comes from a nested function."""

    def noisy(cell: int) -> int:
        return laplace(cell, 1 / eps)

    return list(noisy(cell) for cell in cells)


@mechanism(epsilon="eps")
def histogram_all_cells_move_in_place(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Noise is added in place to a copy of the cells, made by a slice."""
    noisy = cells[:]
    for i in range(len(noisy)):
        noisy[i] += laplace(0, 1 / eps)
    return noisy


@mechanism(epsilon="eps")
def histogram_all_cells_move_dictionary(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """A dictionary from positions to noisy counts."""
    noisy = {i: laplace(cell, 1 / eps) for i, cell in enumerate(cells)}
    return [noisy[i] for i in range(len(cells))]


@mechanism(epsilon="eps")
def histogram_all_cells_move_records(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[Cell]:
    """A list of frozen dataclasses."""
    return [Cell(i, laplace(cell, 1 / eps)) for i, cell in enumerate(cells)]
