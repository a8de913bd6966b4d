"""How many taxi rides were longer than a limit; a driver has at most three rides, all of which may be others.

easy. Three rows that are replaced move a count by 3 at most.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Ride(NamedTuple):
    driver: int
    metres: int


@mechanism(epsilon="eps")
def long_taxi_rides(rides: Annotated[list[Ride], one_user_changed("driver", rows=3)], limit: int, eps: Epsilon) -> int:
    i = 0
    long = 0
    while i < len(rides):
        if rides[i].metres > limit:
            long += 1
        i += 1
    return laplace(long, 3 / eps)
