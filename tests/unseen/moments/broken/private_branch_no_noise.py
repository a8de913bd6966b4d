"""No noise for 0."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho")
def private_branch_no_noise(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return 0 if x == 0 else gaussian(x, variance=1 / (2 * rho))
