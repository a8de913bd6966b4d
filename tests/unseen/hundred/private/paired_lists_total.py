"""Two private lists of the same length are added entry by entry, and the total is told with noise.

Why: One entry of each list may move by 1, so the total moves by at most 2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(mornings) == len(evenings)")
def paired_lists_total(
    mornings: Annotated[list[int], one_within(1)],
    evenings: Annotated[list[int], one_within(1)],
    eps: Epsilon,
) -> int:
    days = [morning + evening for morning, evening in zip(mornings, evenings)]
    return laplace(sum(days), 2 / eps)
