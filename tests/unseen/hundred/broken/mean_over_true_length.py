"""The average of values in 0..10, from a noisy sum.

Wrong: The sum is divided by the true number of rows, which stretches the noise. It shows on [5] and [5, 5].
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def mean_over_true_length(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    kept = [clamp(value, 0, 10) for value in values]
    noisy = laplace(sum(kept), 10 / eps)
    if not kept:
        return noisy
    return noisy // len(kept)
