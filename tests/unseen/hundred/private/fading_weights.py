"""Old entries count less: the weights are 8, 4, 2, 1 and then 0.

Why: The entry that moves by 1 is multiplied by at most 8.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def fading_weights(recent: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    weight = 8
    total = 0
    for value in recent:
        total += weight * value
        weight //= 2
    return laplace(total, 8 / eps)
