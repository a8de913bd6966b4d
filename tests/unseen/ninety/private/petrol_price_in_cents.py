"""A price that may move by three cents, drawn on the grid of a cent.

easy. A grid draw of scale (3 / 100) / eps around a multiple of 1 / 100.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within

CENTS = 100


@mechanism(epsilon="eps")
def petrol_price_in_cents(cents: Annotated[int, within(3)], eps: Epsilon) -> Fraction:
    euros = Fraction(cents, 100)
    return laplace(euros, Fraction(3, 100) / eps, grid=CENTS)
