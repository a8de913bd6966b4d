"""The number itself is told if two coins fail: delta is p times p."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def twice_unlucky(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p):
        if coin(p):
            return x
    return laplace(x, 1 / eps)
