"""A sum with a clipping bound that is raised until the clipped sum stops growing. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; the way to find a bound by hand in Near, Abuah, "Programming Differential Privacy", the chapter
on sensitivity, done by a program on the exact sums. Compare `gallery/data/private/auto_average.py`.

What is wrong: the sums that are compared have no noise, so the bound, and with it the scale, depends on the rows.

A violating pair: largest = 2, the rows () against (2). The bounds are 1 and 2: the sum 0 with scale 1/ε against the sum
2 with scale 2/ε. At ε = 1 an output of 10 or more has probability below 0.0001 against more than 0.01.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def clipped_sum(rows: list[int], bound: int) -> int:
    return sum(clamp(row, 0, bound) for row in rows)


@mechanism(epsilon="eps", requires="largest >= 1")
def clip_until_stable(rows: Annotated[list[int], one_added_or_removed()], largest: int, eps: Epsilon) -> int:
    bound = 1
    while bound < largest and clipped_sum(rows, bound) != clipped_sum(rows, bound + 1):
        bound += 1
    return laplace(clipped_sum(rows, bound), bound / eps)
