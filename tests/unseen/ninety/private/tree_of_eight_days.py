"""The binary mechanism over eight days: noisy sums of all dyadic intervals, and the prefix sums made of them.

hard. A day is in one interval of each of the four levels.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(days) == 8")
def tree_of_eight_days(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    tree: list[list[int]] = []
    size = 1
    while size <= 8:
        level = []
        for j in range(8 // size):
            level.append(laplace(sum(days[j * size : (j + 1) * size]), 4 / eps))
        tree.append(list(level))
        size *= 2
    return tree
