"""A sum without outliers, where an outlier is more than twice the mean of the data themselves.

hard. One large row raises the mean and lets others in. Witness with cap 1: [0, 1] has the sum 0, [0, 1, 2] has 2.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def outliers_dropped_by_own_mean(values: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    mean = sum(values) // max(1, len(values))
    total = 0
    for value in values:
        if value <= 2 * mean:
            total += clamp(value, 0, cap)
    return laplace(total, cap / eps)
