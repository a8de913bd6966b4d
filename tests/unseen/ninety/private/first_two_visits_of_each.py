"""Visits to a museum, where only the first two of each visitor count, however often they came (six times at most).

hard. The rows of one visitor move the total by 2, and nobody else's.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed

PER_VISITOR = 2


class Visit(NamedTuple):
    visitor: int
    hall: int


@mechanism(epsilon="eps")
def first_two_visits_of_each(
    visits: Annotated[list[Visit], one_user_added_or_removed("visitor", rows=6)], eps: Epsilon
) -> int:
    seen: dict[int, int] = {}
    total = 0
    for visit in visits:
        so_far = seen.get(visit.visitor, 0)
        if so_far < PER_VISITOR:
            total += 1
            seen[visit.visitor] = so_far + 1
    return laplace(total, PER_VISITOR / eps)
