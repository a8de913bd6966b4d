"""Counts at several levels, and noise for one level less, or for levels that do not overlap."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, one_changed


@mechanism(epsilon="eps")
def three_levels_priced_as_two(
    hours: Annotated[list[int], one_added_or_removed()], eps: Epsilon
) -> tuple[int, int, int, list[int]]:
    """A row counts at three levels."""
    by_hour = [0] * 24
    for hour in hours:
        by_hour[hour % 24] += 1
    morning = sum(by_hour[:12])
    afternoon = sum(by_hour[12:])
    return (
        laplace(morning + afternoon, 2 / eps),
        laplace(morning, 2 / eps),
        laplace(afternoon, 2 / eps),
        [laplace(count, 2 / eps) for count in by_hour],
    )


@mechanism(epsilon="eps")
def halves_that_overlap(
    hours: Annotated[list[int], one_added_or_removed()], eps: Epsilon
) -> tuple[int, int, list[int]]:
    """The hour after noon is in both halves."""
    by_hour = [0] * 24
    for hour in hours:
        by_hour[hour % 24] += 1
    morning = sum(by_hour[:13])
    afternoon = sum(by_hour[12:])
    return laplace(morning, 2 / eps), laplace(afternoon, 2 / eps), [laplace(count, 2 / eps) for count in by_hour]


@mechanism(epsilon="eps")
def halves_replaced(hours: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int]:
    """A row that is replaced goes from one half to the other."""
    by_hour = [0] * 24
    for hour in hours:
        by_hour[hour % 24] += 1
    return laplace(sum(by_hour[:12]), 1 / eps), laplace(sum(by_hour[12:]), 1 / eps)


@mechanism(epsilon="eps")
def hours_counted_twice(hours: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Each entry is added twice."""
    by_hour = [0] * 24
    for hour in hours:
        by_hour[hour % 24] += 1
    total = 0
    for h in range(12):
        total += 2 * by_hour[h]
    return laplace(total, 1 / eps)
