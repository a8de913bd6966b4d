# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Visit(NamedTuple):
    day: int
    seconds: int


@mechanism(epsilon="eps")
def first_busy_day(
    visits: Annotated[list[Visit], one_added_or_removed()], days: int, limit: int, eps: Epsilon
) -> int | None:
    """Above Threshold over the days: every count moves by 1 at most; the first noisy count over the noisy limit."""
    bar = laplace(limit, 2 / eps)
    for day in range(days):
        on_day = len([visit for visit in visits if visit.day == day and visit.seconds > 5])
        if laplace(on_day, 4 / eps) > bar:
            return day
    return None
