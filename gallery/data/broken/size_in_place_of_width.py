"""A sum of values from −bound to bound with noise for `bound`, where one row may be replaced. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: ordinary code. Where one row may come or go the noise is right: see
`gallery/data/private/clamped_sum_symbolic.py`.

What is wrong: a replaced value may go all the way from −bound to bound.

A violating pair: bound = 1, the rows (−1) against (1). The sums −1 and 1 get noise of scale 1/ε; the output −1 loses
2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="bound >= 1")
def size_in_place_of_width(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon) -> int:
    clipped = [clamp(row, -bound, bound) for row in rows]
    return laplace(sum(clipped), bound / eps)
