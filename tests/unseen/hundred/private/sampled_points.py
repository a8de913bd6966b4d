"""Each row is taken with probability 1/4, and the taken points, up to 5 each, are summed with noise.

Why: A row that comes or goes is taken with probability 1/4 and then costs eps, as in amplification by
sampling.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 4)")
def sampled_points(points: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for point in points:
        if coin(Fraction(1, 4)):
            total += clamp(point, 0, 5)
    return laplace(total, 5 / eps)
