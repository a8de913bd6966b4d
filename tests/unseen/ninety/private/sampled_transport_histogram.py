"""How people travel, from half of them, drawn by coin; with the amplification that this gives.

hard. A person is drawn with 1/2, and then counts for one of three bins.
"""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed

MODES = ("car", "bus", "bike")


class Trip(NamedTuple):
    mode: str
    minutes: int


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def sampled_transport_histogram(trips: Annotated[list[Trip], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    sample = [trip for trip in trips if coin(Fraction(1, 2))]
    counts = {mode: 0 for mode in MODES}
    for trip in sample:
        if trip.mode in counts:
            counts[trip.mode] += 1
    return {mode: laplace(n, 1 / eps) for mode, n in counts.items()}
