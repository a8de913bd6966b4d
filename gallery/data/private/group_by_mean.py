"""The mean pay in each department: a noisy sum and a noisy count for every group.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: one department's sum moves by at most 1000, at ε/2000 each, and its count by 1, at ε/2. Together at most ε;
other departments cost nothing, and quotients come after the noise.
"""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

TOP = 1000


class Employee(NamedTuple):
    department: int
    pay: int


@mechanism(epsilon="eps", requires="departments >= 1")
def group_by_mean(
    staff: Annotated[list[Employee], one_added_or_removed()],
    departments: int,
    eps: Epsilon,
) -> list[Fraction]:
    sums = [0] * departments
    counts = [0] * departments
    for employee in staff:
        d = employee.department
        if d in range(departments):
            sums[d] += max(0, min(employee.pay, TOP))
            counts[d] += 1
    means = []
    for d in range(departments):
        noisy_sum = laplace(sums[d], 2 * TOP / eps)
        noisy_count = laplace(counts[d], 2 / eps)
        means.append(Fraction(noisy_sum, max(1, noisy_count)))
    return means
