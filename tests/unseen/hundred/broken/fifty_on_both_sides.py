"""The sum of temperatures that are kept between -50 and 50 degrees.

Wrong: The noise is for the bound 50 and not for the width 100. It shows on [-50] and [50].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

LIMIT = 50


@mechanism(epsilon="eps")
def fifty_on_both_sides(degrees: Annotated[list[int], one_within(1000)], eps: Epsilon) -> int:
    total = 0
    for degree in degrees:
        total += max(-LIMIT, min(degree, LIMIT))
    return laplace(total, LIMIT / eps)
