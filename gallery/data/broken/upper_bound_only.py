"""A sum of values that are cut off above, and not below. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; the values were thought to be positive.

What is wrong: a row may be as far below zero as it likes.

A violating pair: bound = 1, the rows () against (−2). The sums 0 and −2 get noise of scale 1/ε; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def upper_bound_only(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return laplace(sum(min(row, bound) for row in rows), bound / eps)
