"""A random tenth of the rows, released as they are. Not private as claimed, whatever ε is.

Claim: ε, when one row is replaced. It does not hold for any ε.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 1, on "just a few": a sample
protects most of the rows and gives away the others.

What is wrong: a row that is in the sample is shown as it is, and rows are seldom equal.

A violating pair: a row 1 against a row 0. The event is the output [1].
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, mechanism, one_changed


@mechanism(epsilon="eps")
def sample_released(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    return [row for row in rows if coin(Fraction(1, 10))]
