"""How many rows fit into a budget: the loop stops when the sum is reached. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does: the loss grows with the number of rows.

Source: ordinary code.

What is wrong: one row decides how many others are looked at.

A violating pair: limit = 1, the rows (0, 0) against (1, 0). The loop counts 2 rows, or stops before the first: 0. The
output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="limit >= 1")
def stop_when_full(rows: Annotated[list[int], one_changed()], limit: int, eps: Epsilon) -> int:
    filled = 0
    taken = 0
    for row in rows:
        filled += max(0, row)
        if filled >= limit:
            break
        taken += 1
    return laplace(taken, 1 / eps)
