"""A sum of noisy rows, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: there is as much noise as there are rows. An empty table gets none at all.

A violating pair: the rows () against (0). The result 1 is impossible in one case and not in the other.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def noise_inside_sum(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for row in rows:
        total += laplace(clamp(row, -bound, bound), bound / eps)
    return total
