# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "rho"), requires="alpha > 1")
def renyi_without_order(count: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    """The bug: rho is claimed for every order, and alpha * rho is what there is. Witness: 0 and 1, alpha 2: 2 rho."""
    return gaussian(count, variance=1 / (2 * rho))
