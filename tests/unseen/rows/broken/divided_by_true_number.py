"""WRONG: the true number of rows divides the noisy sum."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Grade(NamedTuple):
    mark: int
    weight: bool


@mechanism(epsilon="eps")
def divided_by_true_number(grades: Annotated[list[Grade], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = laplace(sum(clamp(g.mark, 0, 6) for g in grades), 6 / eps)
    return Fraction(total, max(1, len(grades)))
