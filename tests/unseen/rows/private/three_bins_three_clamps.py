"""Three accumulators in one pass, each with bounds of its own."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def three_bins_three_clamps(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int, int]:
    low = middle = high = 0
    for x in xs:
        if x < 10:
            low += max(x, 0)
        elif x < 100:
            middle += x
        else:
            high += 1
    return laplace(low, 9 / eps), laplace(middle, 99 / eps), laplace(high, 1 / eps)
