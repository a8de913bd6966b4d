"""WRONG: the more rows, the less noise; the number of rows is private."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def scale_from_row_count(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    n = max(1, len(values))
    mean = sum(clamp(v, 0, 10) for v in values) // n
    return laplace(mean, 10 / (n * eps))
