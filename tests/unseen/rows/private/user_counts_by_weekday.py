"""A histogram of rows of which each user has two."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Ride(NamedTuple):
    rider: int
    weekday: int


@mechanism(epsilon="eps")
def user_counts_by_weekday(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=2)], eps: Epsilon
) -> list[int]:
    days = [0] * 7
    for ride in rides:
        if ride.weekday in range(7):
            days[ride.weekday] += 1
    return [laplace(n, 2 / eps) for n in days]
