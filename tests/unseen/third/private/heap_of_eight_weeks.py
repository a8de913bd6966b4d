"""Sums over eight weeks as a binary tree in one list, where the parent of node k is k // 2. A week moves its leaf and
the three nodes above, each by 1, and four draws of scale 4 / eps make eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

WEEKS = 8


@mechanism(epsilon="eps", requires="len(weeks) == 8")
def heap_of_eight_weeks(weeks: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    tree = [0] * (2 * WEEKS)
    for i, amount in enumerate(weeks):
        node = WEEKS + i
        while node >= 1:
            tree[node] += amount
            node //= 2
    return [laplace(total, 4 / eps) for total in tree[1:]]
