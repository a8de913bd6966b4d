"""Sums over windows of three days that begin every second day, with noise as if they did not overlap. Witness: five
days of 0, and the third is 1 on the right; it is in two windows, and the loss is twice eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

WIDTH = 3
STRIDE = 2


@mechanism(epsilon="eps")
def stride_shorter_than_width(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    result: list[int] = []
    start = 0
    while start + WIDTH <= len(days):
        result.append(laplace(sum(days[start : start + WIDTH]), 1 / eps))
        start += STRIDE
    return result
