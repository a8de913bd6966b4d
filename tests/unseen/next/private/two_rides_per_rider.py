"""Fares in which only the first two rides of a rider count, each up to 60. A rider, with at most five rides, moves the
total by 120 at most, and nobody else's rides are affected."""

from collections import Counter
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Ride(NamedTuple):
    rider: int
    fare: int


@mechanism(epsilon="eps")
def two_rides_per_rider(rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], eps: Epsilon) -> int:
    taken: Counter[int] = Counter()
    total = 0
    for ride in rides:
        if taken[ride.rider] < 2:
            taken[ride.rider] += 1
            total += clamp(ride.fare, 0, 60)
    return laplace(total, 120 / eps)
