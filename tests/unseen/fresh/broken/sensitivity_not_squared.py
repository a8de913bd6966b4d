# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="rho", requires="c >= 1")
def sensitivity_not_squared(total: Annotated[int, within("c")], c: int, rho: Epsilon) -> int:
    """The bug: the variance has c, and c squared is needed. Witness: c 2, 0 and 2: twice rho."""
    return gaussian(total, variance=c / (2 * rho))
