"""How far three times the count is from 7, with noise.

Why: The absolute value of 3x - 7 moves by at most 3 where x moves by 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def triple_distance(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    distance = abs(3 * x - 7)
    return laplace(distance, 3 / eps)
