"""Two private lists of the same length are added entry by entry, and the total is told with noise.

Wrong: An entry of each list may move, 2 together, and the scale is for 1. It shows on [0], [0] and [1], [1].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(mornings) == len(evenings)")
def paired_lists_one_scale(
    mornings: Annotated[list[int], one_within(1)],
    evenings: Annotated[list[int], one_within(1)],
    eps: Epsilon,
) -> int:
    days = [morning + evening for morning, evening in zip(mornings, evenings)]
    return laplace(sum(days), 1 / eps)
