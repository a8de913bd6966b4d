"""A histogram of visits by hour, when a user may have several rows, in any hours.

Claim: ε, when all rows of one user, at most three, may come or go.

Source: ordinary code.

Coupling: every row moves one cell by 1, so the cells move by at most 3 in all: three units of ε/3.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed

HOURS = 24


class Visit(NamedTuple):
    user: int
    hour: int


@mechanism(epsilon="eps")
def user_histogram(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=3)], eps: Epsilon
) -> list[int]:
    cells = [0] * HOURS
    for visit in visits:
        cells[visit.hour % HOURS] += 1
    return [laplace(cell, 3 / eps) for cell in cells]
