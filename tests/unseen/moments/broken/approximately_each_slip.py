"""A slip of 1/20 for each of n entries."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, each_within, mechanism


@mechanism(zcdp="rho", delta="1 / 20", requires="len(xs) >= 2")
def approximately_each_slip(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [100 + x if coin(Fraction(1, 20)) else 0 for x in xs]
