# Judged before running: middling.
from fractions import Fraction
from typing import Annotated, Optional

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="minimum >= 1")
def mean_or_none(
    stays: Annotated[list[int], one_added_or_removed()], minimum: int, eps: Epsilon
) -> Optional[Fraction]:
    """A mean, or nothing where the noisy count is small. Half of the budget for the count, half for the sum."""
    count = laplace(len(stays), 2 / eps)
    if count < minimum:
        return None
    total = laplace(sum(clamp(stay, 0, 30) for stay in stays), 60 / eps)
    return clamp(Fraction(total, count), Fraction(0), Fraction(30))
