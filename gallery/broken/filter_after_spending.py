"""Releases as long as there is budget left, where that is looked at after the budget was spent. Not private as claimed.

Claim: ρ-zCDP with ρ = 1. It is 3/2 in truth: the last release is made with budget that is not there.

Source: Rogers, Roth, Ullman, Vadhan, "Privacy Odometers and Filters: Pay-as-you-Go Composition", NeurIPS 2016; Feldman,
Zrnic, "Individual Privacy Accounting via a Rényi Filter", NeurIPS 2021. A filter must refuse what would not fit.

What is wrong: the loop goes on while `spent` is below the budget, and then spends three quarters of it once more. The
question is whether what comes next still fits.

A violating pair: values that all move by 1. Outputs on the far side of all of them.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import each_within, gaussian, mechanism


@mechanism(zcdp="1", requires="len(values) >= 2")
def filter_after_spending(values: Annotated[list[int], each_within(1)]) -> list[int]:
    released: list[int] = []
    spent = Fraction(0)
    i = 0
    while spent < 1 and i < len(values):
        cost = Fraction(3, 4)
        released.append(gaussian(values[i], variance=1 / (2 * cost)))
        spent = spent + cost
        i = i + 1
    return released
