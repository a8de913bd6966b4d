"""A count with truncated Laplace noise, claimed to be pure. Not private as claimed.

Claim: ε, when one row is added or removed. It does not hold, and no other ε does without a δ.

Source: Geng, Ding, Guo, Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
AISTATS 2020, without its δ.

What is wrong: the noise ends.

A violating pair: no rows against one row. The output −bound is possible for the first only.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", requires="bound >= 1")
def truncated_count_pure(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(len(rows), 1 / eps, bound)
