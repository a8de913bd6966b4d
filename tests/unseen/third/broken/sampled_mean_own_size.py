"""The mean of a sample, with noise that gets less the more rows were drawn; that tells how many there are. Witness: cap
= 1, [0] against [0, 0], eps = 1/10; the output 0 has a loss of 0.22."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def sampled_mean_own_size(rows: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    sample = [clamp(row, 0, cap) for row in rows if coin(Fraction(1, 2))]
    size = max(1, len(sample))
    return laplace(sum(sample) // size, cap / (size * eps))
