"""The variance comes from a noisy number that is not paid for."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="rho")
def spread_from_hidden(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> int:
    hidden = laplace(x, 1 / eps)
    return gaussian(0, variance=1 if hidden > 0 else 4)
