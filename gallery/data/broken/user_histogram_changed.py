"""A histogram with noise for two rows, where two rows of a user may be replaced. Not private as claimed.

Claim: ε, when the rows of one user, two at most, are replaced. It does not hold; 2ε does.

Source: ordinary code. Where the rows come or go the noise is right: see `gallery/data/private/user_histogram.py`.

What is wrong: each of the two rows leaves one cell and enters another, so the cells move by 4 in all.

A violating pair: two rows of the user 0, both at hour 0 against both at hour 1. The cells are (2, 0, …) against
(0, 2, …); the output (2, 0, …) loses 2 · ε/2 in each of the two.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed

HOURS = 24


class Visit(NamedTuple):
    user: int
    hour: int


@mechanism(epsilon="eps")
def user_histogram_changed(visits: Annotated[list[Visit], one_user_changed("user", rows=2)], eps: Epsilon) -> list[int]:
    cells = [0] * HOURS
    for visit in visits:
        cells[visit.hour % HOURS] += 1
    return [laplace(cell, 2 / eps) for cell in cells]
