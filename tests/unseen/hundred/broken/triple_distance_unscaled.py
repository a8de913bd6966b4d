"""How far three times the count is from 7, with noise.

Wrong: The distance moves by 3, and the noise is for 1. It shows on 0 and 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def triple_distance_unscaled(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    distance = abs(3 * x - 7)
    return laplace(distance, 1 / eps)
