"""A sum whose noise fits values up to a bound, but nothing keeps the values below it. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: a row may be as large as it likes.

Source: ordinary code; the bound was believed and not enforced.

What is wrong: there is no clamp. Compare `gallery/data/private/clamped_sum_symbolic.py`.

A violating pair: bound = 1, the rows () against (2). The sums 0 and 2 get noise of scale 1/ε; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def sum_unclamped(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return laplace(sum(rows), bound / eps)
