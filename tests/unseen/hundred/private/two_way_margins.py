"""Sales by region and, in a second pass, by kind of shop; each margin has noise of scale 1 / eps.

Why: Each margin is a partition by public labels and costs eps, so two of them cost 2 eps.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

REGIONS = ("north", "south")
KINDS = ("small", "large")


@mechanism(epsilon="2 * eps")
def two_way_margins(
    sales: Annotated[list[int], one_within(1)], regions: list[str], kinds: list[str], eps: Epsilon
) -> tuple[list[int], list[int]]:
    by_region = {region: 0 for region in REGIONS}
    for amount, region in zip(sales, regions):
        if region in by_region:
            by_region[region] += amount
    by_kind = {kind: 0 for kind in KINDS}
    for amount, kind in zip(sales, kinds):
        if kind in by_kind:
            by_kind[kind] += amount
    first = [laplace(total, 1 / eps) for total in by_region.values()]
    second = [laplace(total, 1 / eps) for total in by_kind.values()]
    return first, second
