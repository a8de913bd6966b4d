"""Sum, count and mean in a record; three quarters of the budget for the sum."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

TOP = 30


@dataclass(frozen=True)
class Summary:
    total: int
    number: int
    mean: Fraction


@mechanism(epsilon="eps")
def mean_record(grades: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Summary:
    total = laplace(sum(clamp(g, 0, TOP) for g in grades), 4 * TOP / (3 * eps))
    number = laplace(len(grades), 4 / eps)
    return Summary(total, number, Fraction(total, number if number > 0 else 1))
