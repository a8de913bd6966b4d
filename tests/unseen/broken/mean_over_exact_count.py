from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@dataclass(frozen=True)
class Summary:
    total: int
    mean: Fraction


@mechanism(epsilon="eps", requires="0 <= low and low < high")
def mean_over_exact_count(
    values: Annotated[list[int], one_within(100)], low: int, high: int, eps: Epsilon
) -> Summary:
    """WRONG: the mean of the values in range divides the noisy total by the exact number of such values, which total / mean
    gives away. With low = 0 and high = 1, values [0, 0] and [0, 2]: Summary(1, 1/2) is possible for the first only."""
    kept = [v for v in values if low <= v <= high]
    total = laplace(sum(kept), high / eps)
    return Summary(total, Fraction(total, max(1, len(kept))))
