from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def coin_sampled_mean(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """Sum and count of half of the rows, half of the budget each."""
    total = 0
    people = 0
    for row in rows:
        if coin(Fraction(1, 2)):
            total += clamp(row, 0, 100)
            people += 1
    return laplace(total, 200 / eps), laplace(people, 2 / eps)
