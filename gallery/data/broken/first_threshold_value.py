"""The first public threshold under which there are enough rows, with the noisy count that was compared. Not private as
claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: the loss grows with the number of
thresholds.

Source: discussed by Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6),
2017. Compare `gallery/broken/above_threshold_value.py`.

What is wrong: the noisy count tells where the bar is at most, and then the counts below it are no longer free.

A violating pair: thresholds (0, 1, 2, 3, 4), the rows () against (0). All counts are 0 against 1. The event is the
output (4, −1): the bar is at most −1, four noisy counts are below it, and one is −1. Each of the five loses ε/4.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def first_threshold_value(
    rows: Annotated[list[int], one_added_or_removed()],
    thresholds: list[int],
    enough: int,
    eps: Epsilon,
) -> tuple[int, int] | None:
    bar = laplace(enough, 2 / eps)
    for threshold in thresholds:
        count = laplace(sum(1 for row in rows if row <= threshold), 4 / eps)
        if count >= bar:
            return threshold, count
    return None
