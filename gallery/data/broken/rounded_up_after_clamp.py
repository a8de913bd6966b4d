"""Clamped amounts that are rounded up one by one, with noise for the clamp. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code; rounding that moves a sum further than its terms (compare Casacuberta et al., "Widespread
Underestimation of Sensitivity in Differentially Private Libraries", CCS 2022).

What is wrong: an amount of at most one half becomes 1 when it is rounded up, and the noise is for one half.

A violating pair: no rows against (1/2). The totals are 0 and 1; the output 0 loses 2ε.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Bill:
    amount: Fraction
    paid: bool


@mechanism(epsilon="eps")
def rounded_up_after_clamp(bills: Annotated[list[Bill], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for bill in bills:
        if bill.paid:
            total += ceil(clamp(bill.amount, Fraction(0), HALF))
    return laplace(total, HALF / eps)
