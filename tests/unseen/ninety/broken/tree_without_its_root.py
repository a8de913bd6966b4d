"""The binary mechanism over eight days, with noise for log2(8) = 3 levels.

hard. With the leaves and the root there are four. Witness: days that differ by 1 on one day: loss 4/3 eps.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(days) == 8")
def tree_without_its_root(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    nodes: list[int] = []
    width = 8
    while width >= 1:
        start = 0
        while start < 8:
            nodes.append(laplace(sum(days[start : start + width]), 3 / eps))
            start += width
        width //= 2
    return nodes
