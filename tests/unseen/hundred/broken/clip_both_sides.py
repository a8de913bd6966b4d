"""Each value is cut to -10..10 into a new list, and the noisy sum of that list is told.

Wrong: A cut entry moves by up to 20, and the scale is for 10. It shows on [-50] and [50].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def clip_both_sides(values: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    clipped = []
    for value in values:
        if value < -10:
            clipped.append(-10)
        elif value > 10:
            clipped.append(10)
        else:
            clipped.append(value)
    return laplace(sum(clipped), 10 / eps)
