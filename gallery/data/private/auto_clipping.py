"""A sum with a clipping bound that is found first: doubled until few rows are above it, by Above Threshold.

Claim: ε, when one row may come or go.

Source: ordinary code; Above Threshold as in Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014,
Algorithm 1.

Coupling: the number of rows above a bound moves by at most 1. The bar is 1 lower on the right: 1 unit of ε/4. The count
that is at most the bar is 1 lower on the right: at most 2 units of ε/8. Both runs have the same bound then, the sum
moves by at most that bound, and equal noisy sums cost at most `bound` units of ε/(2·bound).
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def auto_clipping(
    rows: Annotated[list[int], one_added_or_removed()],
    doublings: int,
    few: int,
    eps: Epsilon,
) -> tuple[int, int]:
    bar = laplace(few, 4 / eps)
    bound = 1
    for _ in range(doublings):
        above = sum(1 for row in rows if row > bound)
        if laplace(above, 8 / eps) <= bar:
            break
        bound *= 2
    total = sum(clamp(row, 0, bound) for row in rows)
    return bound, laplace(total, 2 * bound / eps)
