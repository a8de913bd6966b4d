"""WRONG: the running total is clipped at the end, and not each value."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def clip_after_accumulating(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for value in values:
        total += value
    if total > 500:
        total = 500
    if total < 0:
        total = 0
    return laplace(total, 10 / eps)
