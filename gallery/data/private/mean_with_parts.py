"""A mean with two budgets: the noisy sum, the noisy count, and their quotient, all three released.

Claim: ε_sum + ε_count, when one row may come or go.

Source: ordinary code. The file holds two smaller mechanisms with claims of their own.

Coupling: equal noisy sums cost at most ε_sum, equal noisy counts ε_count; the quotient is computed from these.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Mean:
    total: int
    count: int
    quotient: Fraction


@mechanism(epsilon="eps", requires="bound >= 1")
def noisy_total(values: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    total = 0
    for value in values:
        total += clamp(value, -bound, bound)
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def noisy_length(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(len(values), 1 / eps)


@mechanism(epsilon="eps_sum + eps_count", requires="bound >= 1")
def mean_with_parts(
    values: Annotated[list[int], one_added_or_removed()],
    bound: int,
    eps_sum: Epsilon,
    eps_count: Epsilon,
) -> Mean:
    total = noisy_total(values, bound, eps_sum)
    count = noisy_length(values, eps_count)
    quotient = Fraction(total, count) if count > 0 else Fraction(0)
    return Mean(total, count, quotient)
