"""Shares from 0 to 1 in whole tenths."""

from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def tenths_of_shares(shares: Annotated[list[Fraction], one_changed()], eps: Epsilon) -> int:
    tenths = 0
    for share in shares:
        tenths += floor(10 * clamp(share, Fraction(0), Fraction(1)))
    return laplace(tenths, 10 / eps)
