"""The means of transport that is named most, by the exponential mechanism at the full rate. All counts move in one
direction when a row comes or goes, so that costs eps and not twice eps."""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

MODES = ("walk", "bike", "bus", "car")


@mechanism(epsilon="eps")
def transport_choice(trips: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> str:
    counts = [sum(1 for trip in trips if trip == mode) for mode in MODES]
    return MODES[choose(counts, eps)]
