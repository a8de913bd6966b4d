"""Visits and distinct visitors, where a visitor has at most three visits. All visits of one move the first number by 3
and the second by 1; scales 6 / eps and 2 / eps cost eps / 2 each."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    visitor: int
    page: str


@mechanism(epsilon="eps")
def visits_and_visitors(
    visits: Annotated[list[Visit], one_user_added_or_removed("visitor", rows=3)], eps: Epsilon
) -> tuple[int, int]:
    visitors = {visit.visitor for visit in visits}
    return laplace(len(visits), 6 / eps), laplace(len(visitors), 2 / eps)
