"""The grid has n steps, the variance is for one."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="n >= 1")
def grid_variance_unscaled(x: Annotated[int, within(1)], n: int, rho: Epsilon) -> Fraction:
    return Fraction(gaussian(n * x, variance=n / (2 * rho)), n)
