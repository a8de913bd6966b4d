"""A histogram of visits by hour, when a user may have several rows, in any hours.

Claim: ε, when all rows of one user, at most `most`, may come or go.

Source: ordinary code.

Coupling: every row moves one cell by 1, so the cells move by at most `most` in all: that many units of ε/most.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed

HOURS = 24


class Visit(NamedTuple):
    user: int
    hour: int


@mechanism(epsilon="eps", requires="most >= 1")
def user_histogram(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows="most")],
    most: int,
    eps: Epsilon,
) -> list[int]:
    cells = [0] * HOURS
    for visit in visits:
        cells[visit.hour % HOURS] += 1
    return [laplace(cell, most / eps) for cell in cells]
