"""A count with truncated noise. Only the last point of the noise has no partner, with a mass of exp(-eps * bound) *
(exp(eps) - 1) / (exp(eps) + 1 - 2 * exp(-eps * bound)), which is below the claimed delta."""

from typing import Annotated

from twinproof import Epsilon, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", delta="exp(-eps * bound)", requires="bound >= 1")
def kiosk_visitors(visitors: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    noisy = truncated_laplace(visitors, 1 / eps, bound)
    return max(0, noisy)
