"""The mean of scores from 1 to 5, and 0 where there are none. How many there are is public as one is replaced, so the
early return tells nothing, and the sum moves by at most 4."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def mean_or_zero(scores: Annotated[list[int], one_changed()], eps: Epsilon) -> Fraction:
    if not scores:
        return Fraction(0)
    total = sum(clamp(score, 1, 5) for score in scores)
    return Fraction(laplace(total, 4 / eps), len(scores))
