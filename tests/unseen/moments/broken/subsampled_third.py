"""A third of the rows, a third of the price."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho / 3")
def subsampled_third(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> int:
    return gaussian(sum(1 for row in rows if coin(Fraction(1, 3)) and row > 0), variance=1 / (2 * rho))
