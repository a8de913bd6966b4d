"""Rides by the day of the week, from a list of day numbers. A ride has one weekday, so a ride more moves one of seven
counts by 1, and all seven are told."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def rides_by_weekday(days: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    rides = {weekday: 0 for weekday in range(7)}
    for day in days:
        rides[day % 7] += 1
    return [laplace(number, 1 / eps) for number in rides.values()]
