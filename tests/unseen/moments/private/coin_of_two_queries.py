"""A coin says which of two is asked."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="rho")
def coin_of_two_queries(x: Annotated[int, within(1)], y: Annotated[int, within(1)], rho: Epsilon) -> int:
    asked = x if coin(Fraction(1, 2)) else y
    return gaussian(asked, variance=1 / (2 * rho))
