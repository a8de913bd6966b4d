"""A count that is hidden when it is small, and only then gets its noise, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/branch_on_secret.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Cell(NamedTuple):
    patients: int
    hidden: bool


class Suppression:
    def __init__(self, limit: int) -> None:
        self.limit = limit

    def of(self, count: int) -> int:
        return count if count >= self.limit else 0


@mechanism(epsilon="eps")
def branch_on_secret_none(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """A nested function gives None for a count that is to be hidden."""

    def visible(count: int) -> int | None:
        return count if count >= limit else None

    shown = visible(patients)
    if shown is None:
        return laplace(0, 1 / eps)
    return laplace(shown, 1 / eps)


@mechanism(epsilon="eps")
def branch_on_secret_generator(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """Hiding is a condition in a generator, over a list of one count."""
    counts = [patients]
    return laplace(sum(count for count in counts if count >= limit), 1 / eps)


@mechanism(epsilon="eps")
def branch_on_secret_in_place(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """A table with one cell, in which a small count is overwritten and noise is added."""
    table = [patients]
    if table[0] < limit:
        table[0] = 0
    table[0] += laplace(0, 1 / eps)
    return table[0]


@mechanism(epsilon="eps")
def branch_on_secret_enum(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """The size is a member of an Enum, and decides what gets the noise."""
    size = Size.LARGE if patients >= limit else Size.SMALL
    return laplace(patients if size == Size.LARGE else 0, 1 / eps)


@mechanism(epsilon="eps")
def branch_on_secret_records(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """A record says whether its count is hidden."""
    cell = Cell(patients, hidden=patients < limit)
    return laplace(0 if cell.hidden else cell.patients, 1 / eps)


@mechanism(epsilon="eps")
def branch_on_secret_class(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    """An object holds the limit."""
    return laplace(Suppression(limit).of(patients), 1 / eps)
