"""Two kinds of noise around one number."""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 2 + rho")
def laplace_then_gaussian(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    rough = laplace(x, 1 / eps)
    fine = gaussian(x, variance=1 / (2 * rho))
    return rough, fine
