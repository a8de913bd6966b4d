"""Running totals are built first, and then each of them is told with noise.

Wrong: An early entry moves all totals after it; the scale is that for a histogram. It shows on [0, 0] and [1,
0].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def prefix_then_noise(bins: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    totals = []
    running = 0
    for count in bins:
        running += count
        totals.append(running)
    return [laplace(total, 1 / eps) for total in totals]
