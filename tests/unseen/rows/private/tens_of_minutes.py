"""Whole tens of minutes, of at most an hour and forty minutes each: a row moves the sum by 10 at most."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def tens_of_minutes(minutes: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    tens = [clamp(m, 0, 100) // 10 for m in minutes]
    return laplace(sum(tens), 10 / eps)
