"""A sum of ratings from 0 to 3, never off by more than the bound."""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-(bound - 2) * eps / 3)", requires="bound >= 3")
def ratings_truncated(ratings: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for rating in ratings:
        total += clamp(rating, 0, 3)
    return truncated_laplace(total, 3 / eps, bound)
