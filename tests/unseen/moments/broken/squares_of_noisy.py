"""The exact value times a noisy one."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def squares_of_noisy(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return x * gaussian(x, variance=1 / (2 * rho))
