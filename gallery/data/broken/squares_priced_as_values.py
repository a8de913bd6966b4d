"""A sum of squares with noise for the values. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; bound · ε does.

Source: ordinary code. Compare `gallery/data/private/sum_of_squares.py`.

What is wrong: the square of a value up to `bound` goes up to bound².

A violating pair: bound = 2, the rows () against (2). The sums 0 and 4 get noise of scale 2/ε; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def squares_priced_as_values(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for row in rows:
        x = clamp(row, -bound, bound)
        total += x**2
    return laplace(total, bound / eps)
