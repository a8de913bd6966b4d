from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def half_of_what_is_left(daily: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Every day spends half of the budget that is left, which never uses up eps, for any number of days. Every day's count
    may move by 1."""
    left = eps
    out = []
    for count in daily:
        today = left / 2
        left -= today
        out.append(max(0, laplace(count, 1 / today)))
    return out
