"""Each amount is split into what lies below a limit and what lies above it; both sums are told.

Why: Both parts rise with the amount and add up to it, so an amount that moves by 1 moves the two parts by 1
together.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def split_at_limit(amounts: Annotated[list[int], one_within(1)], limit: int, eps: Epsilon) -> tuple[int, int]:
    lower = [min(amount, limit) for amount in amounts]
    upper = [max(amount - limit, 0) for amount in amounts]
    return laplace(sum(lower), 1 / eps), laplace(sum(upper), 1 / eps)
