"""For every region, the rows of that region are taken out, and their total is released.

Claim: ε, when one row may come or go.

Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009 (parallel composition).

Coupling: the parts of all regions but one are equal. In that one the total moves by at most 40, at ε/40 each.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

LONGEST = 40


class Region(Enum):
    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"


class Trip(NamedTuple):
    region: Region
    minutes: int


@mechanism(epsilon="eps")
def partition_several_passes(trips: Annotated[list[Trip], one_added_or_removed()], eps: Epsilon) -> list[int]:
    totals = []
    for region in Region:
        part = [trip for trip in trips if trip.region is region]
        minutes = [clamp(trip.minutes, 0, LONGEST) for trip in part]
        totals.append(laplace(sum(minutes), LONGEST / eps))
    return totals
