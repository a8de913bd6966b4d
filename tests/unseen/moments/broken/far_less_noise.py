"""Less noise for values above a million."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def far_less_noise(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    if x > 1000000:
        return gaussian(2 * x, variance=4 / (2 * rho))
    return gaussian(x, variance=1 / (2 * rho))
