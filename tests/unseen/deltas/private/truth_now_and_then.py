"""The truth with probability p, and a fair coin otherwise: (0, p)."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, within


@mechanism(epsilon="0", delta="p", requires="0 <= p and p <= 1")
def truth_now_and_then(x: Annotated[int, within(1)], p: Fraction) -> bool:
    if coin(p):
        return x > 0
    return coin(Fraction(1, 2))
