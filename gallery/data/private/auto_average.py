"""A mean whose clipping bound is where the clipped sum stops growing, by Above Threshold; then a sum and a count.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on Sparse Vector (an average with an automatic
clipping bound).

Coupling: clipped at b instead of b + 1 a row adds 0 or −1, so the difference of the two sums moves by at most 1. With a
third of the budget the same bound is found: the bar is 1 higher on the right (1 unit of ε/6), and the difference that
reaches it too (at most 2 units of ε/12). The sum costs at most `bound` units of ε/(3·bound), the count 1 unit of ε/3.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def clipped_sum(ages: list[int], bound: int) -> int:
    return sum(clamp(age, 0, bound) for age in ages)


@mechanism(epsilon="eps", requires="largest >= 1")
def auto_average(ages: Annotated[list[int], one_added_or_removed()], largest: int, eps: Epsilon) -> Fraction:
    part = eps / 3
    bar = laplace(0, 2 / part)
    bound = 1
    while bound < largest:
        growth = clipped_sum(ages, bound) - clipped_sum(ages, bound + 1)
        if laplace(growth, 4 / part) >= bar:
            break
        bound += 1
    noisy_sum = laplace(clipped_sum(ages, bound), bound / part)
    noisy_count = laplace(len(ages), 1 / part)
    return Fraction(noisy_sum, max(1, noisy_count))
