"""WRONG: where low and high are far from 0, a row more counts for more than high - low."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="low < high")
def width_of_an_interval(values: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon) -> int:
    return laplace(sum(clamp(v, low, high) for v in values), (high - low) / eps)
