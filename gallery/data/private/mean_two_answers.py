"""A mean: a noisy sum over a noisy count.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on sensitivity (an average as two queries).

Coupling: the sum moves by at most 100, and equal noisy sums cost at most ε/2; the count moves by 1, and equal noisy
counts cost ε/2. The quotient comes after the noise and costs nothing.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def mean_two_answers(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    noisy_sum = laplace(sum(clamp(age, 0, 100) for age in ages), 200 / eps)
    noisy_count = laplace(len(ages), 2 / eps)
    return Fraction(noisy_sum, max(1, noisy_count))
