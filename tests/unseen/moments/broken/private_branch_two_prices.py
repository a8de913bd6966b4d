"""One draw or two, as x says, with the sum of both released."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def private_branch_two_prices(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    if x > 0:
        noisy = noisy + gaussian(0, variance=1 / (2 * rho))
    return noisy
