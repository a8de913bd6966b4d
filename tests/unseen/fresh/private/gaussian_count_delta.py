# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def gaussian_count_delta(count: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> int:
    """A Gaussian count is rho-zCDP, and that is (rho + 2 sqrt(rho log(1/delta)), delta) for every delta."""
    return max(0, gaussian(count, variance=1 / (2 * rho)))
