"""For x > 0 nothing comes out unless the noise is 0, and that x is measured twice."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 2 + rho")
def block_never_ends(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    while noisy > 0 and x > 0:
        noisy = noisy + 1
    return gaussian(x + min(noisy, 0), variance=1 / (2 * rho))
