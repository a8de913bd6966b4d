"""Two sums and a count, where the budget is divided by two. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 3/2 · ε does.

Source: ordinary code; a budget that is spent more often than planned is a slip that Cebere et al. found in libraries
("Privacy in Theory, Bugs in Practice", PETS 2026).

What is wrong: each of the two columns has half of the budget, and then the count takes a half as well.

A violating pair: bound = 1, no rows against (1, 1). Both sums and the count are 0 and 1; the output (0, 0, 0) loses 3/2
· ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


@mechanism(epsilon="eps", requires="bound >= 1")
def count_not_in_the_budget(
    points: Annotated[list[Point], one_added_or_removed()], bound: int, eps: Epsilon
) -> tuple[int, int, int]:
    def column(values):
        return laplace(sum(clamp(value, 0, bound) for value in values), 2 * bound / eps)

    sum_x = column([point.x for point in points])
    sum_y = column([point.y for point in points])
    return sum_x, sum_y, laplace(len(points), 2 / eps)
