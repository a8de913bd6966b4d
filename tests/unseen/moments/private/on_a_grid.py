"""A grid of n steps."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="n >= 1")
def on_a_grid(x: Annotated[int, within(1)], n: int, rho: Epsilon) -> Fraction:
    return Fraction(gaussian(n * x, variance=n * n / (2 * rho)), n)
