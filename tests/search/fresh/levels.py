"""Counts at several levels: sums of the entries of a table, and the entries themselves."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed


@mechanism(epsilon="eps")
def weekend_and_days(days: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, list[int]]:
    """A sum of the last entries."""
    by_day = [0] * 14
    for day in days:
        by_day[day % 14] += 1
    weekend = sum(by_day[12:])
    return laplace(weekend, 2 / eps), [laplace(n, 2 / eps) for n in by_day]


@mechanism(epsilon="eps")
def decades_replaced(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int]:
    """Two sums of a table that is not released."""
    by_decade = [0] * 10
    for age in ages:
        by_decade[clamp(age // 10, 0, 9)] += 1
    young = 0
    for d in range(3):
        young += by_decade[d]
    old = 0
    for d in range(6, 10):
        old += by_decade[d]
    return laplace(young, 2 / eps), laplace(old, 2 / eps)
