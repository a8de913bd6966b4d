# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def spend_clamped_after_sum(spends: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The bug: the sum is clamped, and not what is summed; a row can move it by 1000, and the noise is for 10.
    Witness: [] and [1000] with output 0: 100 eps."""
    total = sum(spends)
    bounded = clamp(total, 0, 1000)
    return laplace(bounded, 10 / eps)
