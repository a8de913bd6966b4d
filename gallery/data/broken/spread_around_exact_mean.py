"""How far the rows are from their mean, clamped row by row around the exact mean. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does: the loss grows with the number of rows.

Source: ordinary code; a statistic of the data before clipping is a slip that Cebere et al. found in libraries ("Privacy
in Theory, Bugs in Practice", PETS 2026).

What is wrong: the mean is taken of rows that were not clamped. One row moves it anywhere, and with it all distances.

A violating pair: bound = 1, the rows (0, 0) against (0, 4). The sums of distances are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="bound >= 1 and len(rows) >= 1")
def spread_around_exact_mean(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon) -> int:
    mean = sum(rows) // len(rows)
    return laplace(sum(clamp(abs(row - mean), 0, bound) for row in rows), bound / eps)
