"""A sum of shares from 0 to 1, rounded to an integer. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code; rounding that moves a sum further than its terms (compare Casacuberta et al., "Widespread
Underestimation of Sensitivity in Differentially Private Libraries", CCS 2022).

What is wrong: `round` takes the even one of two integers that are equally near. One half becomes 0, and three halves
become 2.

A violating pair: the rows (1/2) against (1/2, 1). The rounded sums are 0 and 2; the output 0 loses 2ε.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def halves_to_even(shares: Annotated[list[Fraction], one_added_or_removed()], eps: Epsilon) -> int:
    total = Fraction(0)
    for share in shares:
        total += clamp(share, Fraction(0), Fraction(1))
    return laplace(round(total), 1 / eps)
