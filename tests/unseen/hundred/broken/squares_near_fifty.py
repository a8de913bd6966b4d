"""The sum of squares of entries in 0..50 that move by 1.

Wrong: The square moves by up to 99, and the noise is for 50. It shows on entries from 25 on, most on [49] and
[50].
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def squares_near_fifty(lengths: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    squares = [clamp(length, 0, 50) * clamp(length, 0, 50) for length in lengths]
    return laplace(sum(squares), 50 / eps)
