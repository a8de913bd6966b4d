"""Stays of 1 to `longest` days, with noise for longest − 1. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; longest/(longest − 1) · ε does.

Source: ordinary code; the steps from 1 to `longest` were counted.

What is wrong: a stay that comes or goes moves the total by up to `longest` days.

A violating pair: longest = 2, the rows () against (2). The totals 0 and 2 get noise of scale 1/ε; the output 0 loses
2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="longest >= 2")
def off_by_one_bound(stays: Annotated[list[int], one_added_or_removed()], longest: int, eps: Epsilon) -> int:
    days = 0
    for stay in stays:
        days += clamp(stay, 1, longest)
    return laplace(days, (longest - 1) / eps)
