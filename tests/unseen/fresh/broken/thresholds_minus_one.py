# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(edges) >= 2")
def thresholds_minus_one(
    incomes: Annotated[list[int], one_added_or_removed()], edges: list[int], eps: Epsilon
) -> list[int]:
    """The bug: the budget is shared among the gaps between the edges, and there is an answer for each edge.
    Witness: edges [0, 0], [] and [0] with output [0, 0]: 2 eps."""
    shares = len(edges) - 1
    out = []
    for edge in edges:
        above = 0
        for income in incomes:
            if income >= edge:
                above += 1
        out.append(laplace(above, shares / eps))
    return out
