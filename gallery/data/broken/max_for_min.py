"""A sum of values that were to be cut off at a bound, with `max` where `min` was meant. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: `max(bound, …)` raises small values to the bound, and lets large ones through.

A violating pair: bound = 1, the rows () against (2). The sums 0 and 2 get noise of scale 1/ε; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


def clipped(value: int, bound: int) -> int:
    return max(bound, max(0, value))


@mechanism(epsilon="eps", requires="bound >= 1")
def max_for_min(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for row in rows:
        total += clipped(row, bound)
    return laplace(total, bound / eps)
