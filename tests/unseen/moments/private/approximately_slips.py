"""A slip that δ pays for."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="rho", delta="1 / 20")
def approximately_slips(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return x if coin(Fraction(1, 20)) else noisy
