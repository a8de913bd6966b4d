"""Rows outside of 0 ... top do not count at all; the others move the sum by top at most."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Trip(NamedTuple):
    km: int
    shared: bool


@mechanism(epsilon="eps", requires="top >= 1")
def outliers_dropped(trips: Annotated[list[Trip], one_added_or_removed()], top: int, eps: Epsilon) -> int:
    total = 0
    for trip in trips:
        if trip.km < 0 or trip.km > top:
            continue
        total += trip.km
    return laplace(total, top / eps)
