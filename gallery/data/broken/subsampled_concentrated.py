"""A noisy count of a tenth of the rows, with a tenth of the price. Not private as claimed.

Claim: ρ/10-zCDP for a count with Gaussian noise that costs ρ. It holds for no ρ > 0.

Source: Bun, Dwork, Rothblum, Steinke, "Composable and Versatile Privacy via Truncated CDP", STOC 2018: subsampling does
not divide zCDP. At large orders only the case counts in which the row is there, and that costs the whole price.

What is wrong: being left out by chance protects at small orders, and zCDP is a claim about all of them.

A violating pair: one row against none. A large count, at an order of 4 or more.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho / 10")
def subsampled_concentrated(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> int:
    count = sum(1 for row in rows if coin(Fraction(1, 10)) and row > 0)
    return gaussian(count, variance=1 / (2 * rho))
