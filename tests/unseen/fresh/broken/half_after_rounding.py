# Judged before running: easy.
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def half_after_rounding(points: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The bug: half a point is what the quotient moves by; rounded it moves by 1.
    Witness: 1 and 2 (rounded to 0 and 1), output 0: 2 eps."""
    return laplace(round(Fraction(points, 2)), 1 / (2 * eps))
