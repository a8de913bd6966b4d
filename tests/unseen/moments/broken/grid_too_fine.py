"""The value in halves moves by two steps of the grid."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def grid_too_fine(x: Annotated[int, within(1)], rho: Epsilon) -> Fraction:
    return Fraction(gaussian(2 * x, variance=2 / (2 * rho)), 2)
