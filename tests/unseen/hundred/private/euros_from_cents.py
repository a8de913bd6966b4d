"""A total of cents is told in euros, drawn in steps of a cent.

Why: The total moves by at most 1000 cents, which is 10 euros, and the scale is 10 / eps euros.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def euros_from_cents(cents: Annotated[int, within(1000)], eps: Epsilon) -> Fraction:
    euros = Fraction(cents, 100)
    return laplace(euros, 10 / eps, grid=100)
