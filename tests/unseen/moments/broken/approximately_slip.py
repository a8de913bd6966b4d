"""A slip of 1/10 and a delta of 1/20."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="rho", delta="1 / 20")
def approximately_slip(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return 1000 + x if coin(Fraction(1, 10)) else noisy
