"""A sum of products of two columns, of which one is clamped. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/sum_of_products.py`.

What is wrong: the second column is as large as it likes.

A violating pair: a = b = 1, the rows () against ((1, 2)). The sums 0 and 2 get noise of scale 1/ε; the output 0 loses
2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="a >= 1 and b >= 1")
def products_half_clamped(
    points: Annotated[list[tuple[int, int]], one_added_or_removed()],
    a: int,
    b: int,
    eps: Epsilon,
) -> int:
    total = sum(clamp(x, 0, a) * y for x, y in points)
    return laplace(total, a * b / eps)
