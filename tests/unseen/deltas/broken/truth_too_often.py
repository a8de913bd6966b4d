"""The truth with probability p, for half of it."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, within


@mechanism(epsilon="0", delta="p / 2", requires="0 <= p and p <= 1")
def truth_too_often(x: Annotated[int, within(1)], p: Fraction) -> bool:
    if coin(p):
        return x > 0
    return coin(Fraction(1, 2))
