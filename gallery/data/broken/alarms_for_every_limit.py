"""For every public limit, whether many rows are above it, and no end after the first. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: the loss grows with the number of
limits.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
6, on rows.

What is wrong: the budget is for one alarm, and all of them are told.

A violating pair: the limits (0, 0, 0, 9, 9, 9), many = 0, no rows against (5). The first three counts are 0 and 1, the
others stay 0. The output (no, no, no, yes, yes, yes) loses 1.37ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def alarms_for_every_limit(
    speeds: Annotated[list[int], one_added_or_removed()], limits: list[int], many: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(many, 2 / eps)
    return [laplace(len([speed for speed in speeds if speed > limit]), 2 / eps) >= bar for limit in limits]
