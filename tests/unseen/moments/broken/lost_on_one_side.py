"""With x > 0 one run in ten does not end, and that is not as little as its square."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 2 + rho", requires="eps >= 1 / 9 and eps <= 1 / 8 and rho <= 1 / 1000")
def lost_on_one_side(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> int:
    v = laplace(0, 1 / eps)
    if x > 0 and coin(Fraction(1, 10)):
        while v == v:
            v = v + 0
    return gaussian(0, variance=1 / (2 * rho))
