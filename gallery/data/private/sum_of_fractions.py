"""A sum of shares between 0 and 1, rounded down before the noise.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the exact sum moves by at most 1, and so does the integer below it: 1 unit of ε.
"""

from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def sum_of_fractions(shares: Annotated[list[Fraction], one_added_or_removed()], eps: Epsilon) -> int:
    total = Fraction(0)
    for share in shares:
        total += clamp(share, Fraction(0), Fraction(1))
    return laplace(floor(total), 1 / eps)
