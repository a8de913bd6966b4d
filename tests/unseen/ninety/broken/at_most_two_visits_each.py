"""Visits, of which two of each visitor count.

hard. `<=` lets a third one in. Witness: [] and three visits of one visitor: loss 3/2 eps.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed

PER_VISITOR = 2


class Visit(NamedTuple):
    visitor: int
    hall: int


@mechanism(epsilon="eps")
def at_most_two_visits_each(
    visits: Annotated[list[Visit], one_user_added_or_removed("visitor", rows=4)], eps: Epsilon
) -> int:
    seen: dict[int, int] = {}
    total = 0
    for visit in visits:
        so_far = seen.get(visit.visitor, 0)
        if so_far <= PER_VISITOR:
            total += 1
            seen[visit.visitor] = so_far + 1
    return laplace(total, PER_VISITOR / eps)
