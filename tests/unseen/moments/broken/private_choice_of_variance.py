"""A little more noise for large values."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def private_choice_of_variance(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    if x > 10:
        return gaussian(x, variance=2 / (2 * rho))
    return gaussian(x, variance=1 / (2 * rho))
