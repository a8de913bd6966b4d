"""How many rows are above zero, never off by more than the bound."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def rows_above_zero_truncated(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(1 for row in rows if row > 0), 1 / eps, bound)
