# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within


class Estimate(NamedTuple):
    value: int
    fine: bool


@mechanism(zcdp="rho")
def refine_if_close(load: Annotated[int, within(1)], limit: int, rho: Epsilon) -> Estimate:
    """A coarse answer for rho / 4, and where it is near the limit a fine one for the other three quarters."""
    coarse = gaussian(load, variance=2 / rho)
    if abs(coarse - limit) > 5:
        return Estimate(coarse, False)
    return Estimate(gaussian(load, variance=2 / (3 * rho)), True)
