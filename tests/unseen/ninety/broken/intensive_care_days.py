"""Days in intensive care, with the noise that suffices if nobody stays for more than 30.

easy. The clamp is around the sum, not around each stay. Witness: stays [] and [60], scale 30.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Stay(NamedTuple):
    ward: str
    days: int


@mechanism(epsilon="eps")
def intensive_care_days(stays: Annotated[list[Stay], one_added_or_removed()], eps: Epsilon) -> int:
    days = sum(stay.days for stay in stays if stay.ward == "icu")
    return laplace(clamp(days, 0, 1000), 30 / eps)
