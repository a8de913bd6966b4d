# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Trip(NamedTuple):
    phone: str
    start: int
    end: int


@mechanism(epsilon="eps")
def trip_matrix(
    trips: Annotated[list[Trip], one_user_added_or_removed("phone", rows=3)], eps: Epsilon
) -> list[list[int]]:
    """Mobility: origins and destinations among three zones. A phone has three trips at most, each in one cell."""
    matrix = [[0] * 3 for _ in range(3)]
    for trip in trips:
        if 0 <= trip.start < 3 and 0 <= trip.end < 3:
            matrix[trip.start][trip.end] += 1
    return [[laplace(cell, 3 / eps) for cell in line] for line in matrix]
