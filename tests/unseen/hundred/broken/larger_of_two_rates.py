"""A count is told at rate b and once more at rate c.

Wrong: Both answers are told, so the cost is b + c and not the larger of the two. It shows on 0 and 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="max(b, c)")
def larger_of_two_rates(x: Annotated[int, within(1)], b: Epsilon, c: Epsilon) -> tuple[int, int]:
    coarse = laplace(x, 1 / b)
    fine = laplace(x, 1 / c)
    return coarse, fine
