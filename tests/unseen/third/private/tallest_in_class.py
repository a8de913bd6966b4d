"""The height of the tallest pupil, where heights are cut to between 100 and 250. One pupil more or less moves the
maximum by at most 150, also where there was nobody before."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def tallest_in_class(heights: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    tallest = max((clamp(height, 100, 250) for height in heights), default=100)
    return laplace(tallest, 150 / eps)
