"""A sum with a public lower and a public upper bound, of any sign.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: a row that comes or goes adds a number between low and high, which is at most max(|low|, |high|) away from 0:
that many units of ε/max(|low|, |high|). The 1 keeps the scale above zero where both bounds are 0.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="low <= high")
def clamped_sum_two_bounds(
    rows: Annotated[list[int], one_added_or_removed()],
    low: int,
    high: int,
    eps: Epsilon,
) -> int:
    sensitivity = max(1, abs(low), abs(high))
    total = 0
    for row in rows:
        total += clamp(row, low, high)
    return laplace(total, sensitivity / eps)
