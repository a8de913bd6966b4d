"""Count, sum and sum of squares of values in 0..10, each with a third of the budget, then mean and variance.

Why: One row moves them by 1, 10 and 100 at most, and each costs eps / 3; the rest is computed from the three.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def mean_and_spread(
    values: Annotated[list[int], one_added_or_removed()], eps: Epsilon
) -> tuple[Fraction, Fraction]:
    kept = [clamp(value, 0, 10) for value in values]
    number = max(1, laplace(len(kept), 3 / eps))
    total = laplace(sum(kept), 30 / eps)
    squares = laplace(sum(value * value for value in kept), 300 / eps)
    mean = Fraction(total, number)
    return mean, Fraction(squares, number) - mean * mean
