"""The mean of salaries between two public bounds, summed around their middle as libraries do.

middling. With mid = (lo + hi) // 2 a clamped salary is within hi - mid of mid, on either side.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Employee:
    salary: int
    department: str


@mechanism(epsilon="eps", requires="lo < hi")
def mean_salary_in_a_band(
    staff: Annotated[list[Employee], one_added_or_removed()], lo: int, hi: int, eps: Epsilon
) -> int:
    mid = (lo + hi) // 2
    centred = sum(clamp(e.salary, lo, hi) - mid for e in staff)
    noisy_sum = laplace(centred, 2 * (hi - mid) / eps)
    noisy_count = max(1, laplace(len(staff), 2 / eps))
    return clamp(mid + noisy_sum // noisy_count, lo, hi)
