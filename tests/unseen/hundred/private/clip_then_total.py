"""Each value is cut to 0..10 into a new list, and the noisy sum of that list is told.

Why: One entry moves, and after the cut it lies in 0..10, so the sum moves by at most 10.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def clip_then_total(values: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    clipped = []
    for value in values:
        if value < 0:
            clipped.append(0)
        elif value > 10:
            clipped.append(10)
        else:
            clipped.append(value)
    return laplace(sum(clipped), 10 / eps)
