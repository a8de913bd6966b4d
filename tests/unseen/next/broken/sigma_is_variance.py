"""The variance 1 / (2 * rho) is passed where the standard deviation stands. With rho = 1 the deviation is 1/2 and the
variance 1/4 and not 1/2. Witness: 0 against 1 with rho = 1; at order 2 the divergence is 4 and not 2."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def sigma_is_variance(burglaries: Annotated[int, within(1)], rho: Epsilon) -> int:
    spread = 1 / (2 * rho)
    return gaussian(burglaries, spread)
