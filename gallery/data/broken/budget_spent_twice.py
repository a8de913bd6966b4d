"""A mean from a noisy sum and a noisy count, each with the whole budget. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code. With half the budget for each it is private: see `gallery/data/private/mean_two_answers.py`.

What is wrong: both answers cost ε.

A violating pair: the rows () against (100). The sums are 0 and 100, the counts 0 and 1; the result (0, 0) loses ε in
each of the two.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def budget_spent_twice(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    noisy_sum = laplace(sum(clamp(age, 0, 100) for age in ages), 100 / eps)
    noisy_count = laplace(len(ages), 1 / eps)
    return noisy_sum, noisy_count
