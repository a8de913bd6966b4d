"""The number is told if one of two coins fails, and delta is p times p."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def unlucky_either_way(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p):
        return x
    if coin(p):
        return x
    return laplace(x, 1 / eps)
