"""The first few rows of each user, and noise that is not enough for them."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed, one_user_changed


class Ride(NamedTuple):
    rider: int
    miles: int


@mechanism(epsilon="eps")
def three_rides_priced_as_two(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], riders: int, eps: Epsilon
) -> int:
    """A slice of one too many."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[:3]:
            total += clamp(miles, -5, 5)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def first_two_rides_unclamped(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], riders: int, eps: Epsilon
) -> int:
    """No lower bound."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[:2]:
            total += min(miles, 5)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def signed_rides_replaced(
    rides: Annotated[list[Ride], one_user_changed("rider", rows=4)], riders: int, eps: Epsilon
) -> int:
    """Both rows may go from one end to the other."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[:2]:
            total += clamp(miles, -5, 5)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def rides_up_to_a_rider(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], riders: int, eps: Epsilon
) -> int:
    """`<=` where `==` was meant: the first rows of other riders move up."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider <= rider]
        for miles in own[:2]:
            total += clamp(miles, -5, 5)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def rides_after_the_first_two(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=5)], riders: int, eps: Epsilon
) -> int:
    """All rows but the first two."""
    total = 0
    for rider in range(riders):
        own = [ride.miles for ride in rides if ride.rider == rider]
        for miles in own[2:]:
            total += clamp(miles, -5, 5)
    return laplace(total, 10 / eps)
