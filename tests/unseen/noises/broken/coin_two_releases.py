from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def coin_two_releases(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """WRONG: two answers about the sample, each with the whole budget."""
    sample = [row for row in rows if coin(Fraction(1, 2))]
    return laplace(len(sample), 1 / eps), laplace(sum(clamp(row, 0, 1) for row in sample), 1 / eps)
