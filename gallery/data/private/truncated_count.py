"""A count with truncated Laplace noise: it is never off by more than the bound.

Claim: (ε, e^(−bound·ε)), when one row is added or removed.

Source: Geng, Ding, Guo, Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
AISTATS 2020, for integers.

Coupling: the same count on both sides, which costs ε. One side alone can give the one output at its end; its mass is
less than δ.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def truncated_count(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(len(rows), 1 / eps, bound)
