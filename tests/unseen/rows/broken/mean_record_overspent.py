"""WRONG: three quarters and one half of the budget."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Summary:
    total: int
    number: int


@mechanism(epsilon="eps")
def mean_record_overspent(grades: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Summary:
    total = laplace(sum(clamp(g, 0, 30) for g in grades), 40 / eps)
    number = laplace(len(grades), 2 / eps)
    return Summary(total, number)
