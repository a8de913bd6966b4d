"""The cap, and with it the scale of the noise, is the largest value in the data. Witness: no rows against one row of
50; an output of 100 is far less likely with scale 1 / eps than with 50 / eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def noise_from_range(donations: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    top = max(1, max(donations, default=1))
    total = sum(clamp(donation, 0, top) for donation in donations)
    return laplace(total, top / eps)
