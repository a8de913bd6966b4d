"""A total that is clamped, in place of the values it is made of. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold: one row can move the total by 100 · cap, so the loss is 100ε.

Source: ordinary code.

What is wrong: the clamp stands around the sum and not inside. One large row uses all the room that was meant for a
hundred rows.

A violating pair: cap = 1, the rows () against (2). The totals 0 and 2 get noise of scale 1/ε; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def clamp_after_sum(rows: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    total = 0
    for row in rows:
        total += row
    total = clamp(total, 0, 100 * cap)
    return laplace(total, cap / eps)
