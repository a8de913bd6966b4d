"""Mean rents by district: a noisy sum over a noisy count for each.

middling. A contract counts for one district, and there for rent / cap of one half and for 1 of the other.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

DISTRICTS = ("mitte", "nord", "west")


class Contract(NamedTuple):
    district: str
    rent: int


@mechanism(epsilon="eps", requires="cap >= 1")
def mean_rent_by_district(
    contracts: Annotated[list[Contract], one_added_or_removed()], cap: int, eps: Epsilon
) -> dict[str, int]:
    sums = {d: 0 for d in DISTRICTS}
    counts = {d: 0 for d in DISTRICTS}
    for contract in contracts:
        if contract.district in sums:
            sums[contract.district] += clamp(contract.rent, 0, cap)
            counts[contract.district] += 1
    means = {}
    for d in DISTRICTS:
        total = laplace(sums[d], 2 * cap / eps)
        number = laplace(counts[d], 2 / eps)
        means[d] = total // number if number > 0 else 0
    return means
