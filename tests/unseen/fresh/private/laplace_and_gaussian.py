# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, laplace, mechanism, one_added_or_removed


@mechanism(zcdp="rho + eps ** 2 / 2", requires="cap >= 1")
def laplace_and_gaussian(
    loans: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    """A Laplace count, eps ** 2 / 2 of zCDP, and a Gaussian total, rho."""
    count = laplace(len(loans), 1 / eps)
    total = gaussian(sum(clamp(loan, 0, cap) for loan in loans), variance=cap**2 / (2 * rho))
    return count, total
