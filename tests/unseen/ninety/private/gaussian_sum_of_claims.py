"""Insurance claims, summed with Gaussian noise, and told as (eps, delta).

hard. cap^2 / (2 variance) = rho, and rho-zCDP is (rho + 2 sqrt(rho log(1 / delta)), delta).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


class Claim(NamedTuple):
    amount: int
    accepted: bool


@mechanism(
    epsilon="rho + 2 * sqrt(rho * log(1 / delta))",
    delta="delta",
    requires="cap >= 1 and delta < 1",
)
def gaussian_sum_of_claims(
    claims: Annotated[list[Claim], one_added_or_removed()], cap: int, rho: Epsilon, delta: Epsilon
) -> int:
    paid = sum(clamp(claim.amount, 0, cap) if claim.accepted else 0 for claim in claims)
    return gaussian(paid, variance=cap * cap / (2 * rho))
