"""WRONG: noise for the largest value there is."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def scale_from_largest(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    biggest = 1
    for v in values:
        if v > biggest:
            biggest = v
    return laplace(sum(max(v, 0) for v in values), biggest / eps)
