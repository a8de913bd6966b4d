"""A histogram with noise in every cell, in other styles.

Claim: ε, as in `gallery/private/histogram.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Cell(NamedTuple):
    position: int
    noisy: int


class Noise:
    def __init__(self, eps: Epsilon) -> None:
        self.scale = 1 / eps

    def on(self, cell: int) -> int:
        return laplace(cell, self.scale)


@mechanism(epsilon="eps")
def histogram_comprehension(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """One comprehension."""
    return [laplace(cell, 1 / eps) for cell in cells]


@mechanism(epsilon="eps")
def histogram_in_place(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """A list of zeros, set cell by cell."""
    noisy = [0] * len(cells)
    for i, cell in enumerate(cells):
        noisy[i] = laplace(cell, 1 / eps)
    return noisy


@mechanism(epsilon="eps")
def histogram_added(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """A copy of the cells, to which noise around 0 is added in place."""
    noisy = list(cells)
    for i in range(len(noisy)):
        noisy[i] += laplace(0, 1 / eps)
    return noisy


@mechanism(epsilon="eps")
def histogram_zip(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The noise is a list of its own, and added pair by pair."""
    noise = [laplace(0, 1 / eps) for _ in cells]
    return [cell + extra for cell, extra in zip(cells, noise)]


@mechanism(epsilon="eps")
def histogram_dictionary(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """A dictionary from positions to counts."""
    counts = {i: 0 for i in range(len(cells))}
    for i, cell in enumerate(cells):
        counts[i] += laplace(cell, 1 / eps)
    return list(counts.values())


@mechanism(epsilon="eps")
def histogram_records(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[Cell]:
    """A list of records; the noise comes from a method."""
    noise = Noise(eps)
    return [Cell(i, noise.on(cell)) for i, cell in enumerate(cells)]
