"""Minutes of all commutes of a survey of known size, each between 0 and 90. Replacing one answer moves the total by at
most 90, which is what the noise is made for."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed

LONGEST = 90


def minutes(trip):
    left, arrived = trip
    return clamp(arrived - left, 0, LONGEST)


@mechanism(epsilon="eps")
def commute_minutes(trips: Annotated[list[tuple[int, int]], one_changed()], eps: Epsilon) -> int:
    return laplace(sum(minutes(trip) for trip in trips), LONGEST / eps)
