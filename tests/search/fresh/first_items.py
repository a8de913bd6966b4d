"""The first few rows of each user, from a list of the user's own rows."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed, one_user_changed


class Ride(NamedTuple):
    rider: int
    miles: int


@mechanism(epsilon="eps")
def first_ride_of_each(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], riders: int, eps: Epsilon
) -> int:
    """One row of each."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[:1]:
            total += clamp(miles, 0, 9)
    return laplace(total, 9 / eps)


@mechanism(epsilon="eps")
def first_two_rides_replaced(
    rides: Annotated[list[Ride], one_user_changed("rider", rows=4)], riders: int, eps: Epsilon
) -> int:
    """Two rows of each, and both may be others."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[:2]:
            total += clamp(miles, 0, 4)
    return laplace(total, 8 / eps)
