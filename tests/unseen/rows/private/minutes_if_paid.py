"""A flag as a factor: rows without it count 0."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def minutes_if_paid(calls: Annotated[list[tuple[int, bool]], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    total = 0
    for call in calls:
        total += int(call[1]) * min(cap, max(0, call[0]))
    return laplace(total, cap / eps)
