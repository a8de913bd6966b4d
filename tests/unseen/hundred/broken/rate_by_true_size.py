"""Large counts are told at rate b and small ones at rate d.

Wrong: The true count picks the branch, and the two scales have different tails. It shows on 100 and 101.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="max(b, d)")
def rate_by_true_size(count: Annotated[int, within(1)], b: Epsilon, d: Epsilon) -> int:
    if count > 100:
        return laplace(count, 1 / b)
    return laplace(count, 1 / d)
