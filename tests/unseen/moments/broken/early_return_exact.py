"""Returns the count as it is when the noise says so."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def early_return_exact(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    if noisy == 7:
        return x
    return noisy
