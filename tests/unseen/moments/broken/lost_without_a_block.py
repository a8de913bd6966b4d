"""The same without the noise before it."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="1 / 100 + rho", requires="rho <= 1 / 1000")
def lost_without_a_block(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    v = 1
    if x > 0 and coin(Fraction(1, 10)):
        while v == v:
            v = v + 0
    return gaussian(0, variance=1 / (2 * rho))
