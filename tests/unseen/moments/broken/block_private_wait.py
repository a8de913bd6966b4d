"""The first block goes on for as many rounds as x says."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 2 + rho", requires="cap >= 1")
def block_private_wait(x: Annotated[int, within(1)], cap: int, eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    count = 0
    noisy = laplace(x, 1 / eps)
    while noisy <= cap and count < x:
        noisy = laplace(noisy, 1 / eps)
        count = count + 1
    return count, gaussian(x, variance=1 / (2 * rho))
