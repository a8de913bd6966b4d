"""For each public edge, a pass adds up the values whose public group is at most that edge.

Wrong: `<=` stands where `==` was meant: a value is in every sum from its group on. It shows on [0] and [1]
with group 0 and edges [0, 1].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(groups) == len(values)")
def cumulative_groups(
    values: Annotated[list[int], one_within(1)], groups: list[int], edges: list[int], eps: Epsilon
) -> list[int]:
    out = []
    for edge in edges:
        total = 0
        for value, group in zip(values, groups):
            if group <= edge:
                total += value
        out.append(laplace(total, 1 / eps))
    return out
