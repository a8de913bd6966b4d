"""All tips of an evening in euros, with noise in steps of a cent. A tip counts for 0 to 20 euros, and the noise has a
scale of 20 / eps euros."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def tips_in_euros(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), 100)
    return laplace(total, 20 / eps, grid=100)
