"""The sum moves by three, and delta is for the last value only."""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-bound * eps / 3) / 3", requires="bound >= 3")
def ratings_truncated_as_one(ratings: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for rating in ratings:
        total += clamp(rating, 0, 3)
    return truncated_laplace(total, 3 / eps, bound)
