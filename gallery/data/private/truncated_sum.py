"""A clamped sum with truncated Laplace noise: it is never off by more than the bound.

Claim: (ε, cap / (2·bound + 1)), when one row is added or removed.

Source: Geng, Ding, Guo, Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
AISTATS 2020.

Why: the sum moves by cap at most. Where both neighbours can give an output its loss is ε at most, and the mass of the
cap outputs at one end that only one can give is below their share of the 2·bound + 1 outputs, since these are the
least likely ones.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="cap / (2 * bound + 1)", requires="cap >= 1 and bound >= cap")
def truncated_sum(rows: Annotated[list[int], one_added_or_removed()], cap: int, bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, 0, cap) for row in rows), cap / eps, bound)
