"""The sum of all ages, each cut off at 0 and at 120.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on sensitivity (clipping).

Coupling: the row that comes or goes adds between 0 and 120, so equal sums cost at most 120 units of ε/120.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

OLDEST = 120


@mechanism(epsilon="eps")
def clamped_sum(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for age in ages:
        total += clamp(age, 0, OLDEST)
    return laplace(total, OLDEST / eps)
