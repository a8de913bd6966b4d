"""How far the rows are above the smallest one, clamped. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does: the loss grows with the number of rows.

Source: ordinary code; a statistic of the data before clipping is a slip that Cebere et al. found in libraries ("Privacy
in Theory, Bugs in Practice", PETS 2026).

What is wrong: one row that is smaller than all others moves the distances of all of them.

A violating pair: b = 1, the rows (0, 0, 0) against (−1, 0, 0). The sums are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(rows) >= 1 and b >= 1")
def above_the_smallest(rows: Annotated[list[int], one_changed()], b: int, eps: Epsilon) -> int:
    lowest = min(rows)
    above = [min(b, row - lowest) for row in rows]
    return laplace(sum(above), b / eps)
