"""A sum of values that are cut off at a public bound, the same above and below zero.

Claim: ε, when one row may come or go, for every bound.

Source: ordinary code.

Coupling: the row that differs adds between −bound and bound; equal sums cost at most `bound` units of ε/bound.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="bound >= 1")
def clamped_sum_symbolic(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = sum(max(-bound, min(x, bound)) for x in rows)
    return laplace(total, bound / eps)
