"""The variance is larger for larger values."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def private_variance(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(x, variance=(1 + abs(x)) / (2 * rho))
