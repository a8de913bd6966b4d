"""A clipping bound by Above Threshold with the whole budget, and then a sum with the whole budget. Not private as
claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code. Compare `gallery/data/private/auto_clipping.py`.

What is wrong: the sum alone may lose ε, and the bound tells something too.

A violating pair: doublings = 1, few = 0, the rows () against (2). The event is the output (1, 0): the sum is 0 against
1 and loses ε; and a count of 0 rows above 1 is found small more often than a count of 1.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def auto_clipping_overspent(
    rows: Annotated[list[int], one_added_or_removed()],
    doublings: int,
    few: int,
    eps: Epsilon,
) -> tuple[int, int]:
    bar = laplace(few, 2 / eps)
    bound = 1
    for _ in range(doublings):
        above = sum(1 for row in rows if row > bound)
        if laplace(above, 4 / eps) <= bar:
            break
        bound *= 2
    total = sum(clamp(row, 0, bound) for row in rows)
    return bound, laplace(total, bound / eps)
