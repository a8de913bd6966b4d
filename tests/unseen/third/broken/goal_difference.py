"""The difference of two private counts that may both move by 1, with noise for 1. Witness: 1 and 0 against 0 and 1; the
difference moves by 2, and the loss is twice eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def goal_difference(scored: Annotated[int, within(1)], conceded: Annotated[int, within(1)], eps: Epsilon) -> int:
    difference = scored - conceded
    return laplace(difference, 1 / eps)
