"""The first day with many visits, by Above Threshold; None if there is none."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Visit(NamedTuple):
    day: int
    minutes: int


@mechanism(epsilon="eps")
def first_busy_day(visits: Annotated[list[Visit], one_changed()], days: int, many: int, eps: Epsilon) -> int | None:
    bar = laplace(many, 2 / eps)
    for day in range(days):
        n = sum(1 for v in visits if v.day == day)
        if laplace(n, 4 / eps) > bar:
            return day
    return None
