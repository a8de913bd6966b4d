"""For each bin, a pass over all values adds up those whose public bin it is.

Why: The bins are public, so the entry that moves is added up in one pass at most.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(bins) == len(values) and k >= 0")
def totals_nested_bins(
    values: Annotated[list[int], one_within(1)], bins: list[int], k: int, eps: Epsilon
) -> list[int]:
    out = []
    for b in range(k):
        total = 0
        for i in range(len(values)):
            if bins[i] == b:
                total += values[i]
        out.append(laplace(total, 1 / eps))
    return out
