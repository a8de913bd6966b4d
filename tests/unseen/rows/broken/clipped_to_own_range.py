"""WRONG: the lower bound is the smallest value in the data."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="width >= 1")
def clipped_to_own_range(values: Annotated[list[int], one_changed()], width: int, eps: Epsilon) -> int:
    low = min(values, default=0)
    return laplace(sum(clamp(v, low, low + width) - low for v in values), width / eps)
