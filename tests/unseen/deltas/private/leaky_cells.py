"""Each cell has noise, unless a coin fails, and one cell moves: only its coin counts."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="p", requires="0 <= p and p <= 1")
def leaky_cells(counts: Annotated[list[int], one_within(1)], p: Fraction, eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        if coin(p):
            out.append(count)
        else:
            out.append(laplace(count, 1 / eps))
    return out
