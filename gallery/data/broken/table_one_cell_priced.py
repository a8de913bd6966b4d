"""A table of counts by two columns, where one row is replaced. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: ordinary code. Where the row comes or goes the noise is right.

What is wrong: a row that is replaced leaves one cell and enters another, and the noise is for one cell.

A violating pair: the rows (SMALL, False) against (SMALL, True).
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Size(Enum):
    SMALL = 1
    LARGE = 2


class Parcel(NamedTuple):
    size: Size
    abroad: bool


@mechanism(epsilon="eps")
def table_one_cell_priced(parcels: Annotated[list[Parcel], one_changed()], eps: Epsilon) -> list[list[int]]:
    table = [[0, 0], [0, 0]]
    for parcel in parcels:
        row = 0 if parcel.size is Size.SMALL else 1
        column = 1 if parcel.abroad else 0
        table[row][column] += 1
    return [[laplace(cell, 1 / eps) for cell in row] for row in table]
