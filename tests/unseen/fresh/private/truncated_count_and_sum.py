# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="2 * eps", delta="exp(-bound * eps)", requires="bound >= 1")
def truncated_count_and_sum(
    stays: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon
) -> tuple[int, int]:
    """A count with bounded noise and a sum with Laplace noise: the end of the bounded noise has less than the delta."""
    count = truncated_laplace(len(stays), 1 / eps, bound)
    nights = laplace(sum(clamp(stay, 0, 30) for stay in stays), 30 / eps)
    return count, nights
