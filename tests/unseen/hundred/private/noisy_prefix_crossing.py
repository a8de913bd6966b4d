"""A noisy histogram is turned into running totals in place; told is the first bin where they reach the target.

Why: One bin moves by 1, and its noise has scale 1 / eps; all the rest reads the noisy list only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def noisy_prefix_crossing(bins: Annotated[list[int], one_within(1)], target: int, eps: Epsilon) -> int:
    totals = [laplace(count, 1 / eps) for count in bins]
    for k in range(1, len(totals)):
        totals[k] += totals[k - 1]
    for k, total in enumerate(totals):
        if total >= target:
            return k
    return len(totals)
