"""The first day whose noisy count is at or below the noisy bar, with an early return.

Why: The bar goes down by 1 at rate eps / 2; the quiet day moves by at most 2 at rate eps / 4; the loud days
are free.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def first_quiet_day(counts: Annotated[list[int], each_within(1)], quiet: int, eps: Epsilon) -> int:
    bar = laplace(quiet, 2 / eps)
    for day in range(len(counts)):
        noisy = laplace(counts[day], 4 / eps)
        if noisy <= bar:
            return day
    return -1
