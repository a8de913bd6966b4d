"""The sum of temperatures that are kept between -50 and 50 degrees.

Why: One entry moves; after the clamp it moves by at most 100.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

LOWEST = -50
HIGHEST = 50


@mechanism(epsilon="eps")
def temperatures_within_fifty(degrees: Annotated[list[int], one_within(1000)], eps: Epsilon) -> int:
    total = 0
    for degree in degrees:
        total += max(LOWEST, min(degree, HIGHEST))
    return laplace(total, (HIGHEST - LOWEST) / eps)
