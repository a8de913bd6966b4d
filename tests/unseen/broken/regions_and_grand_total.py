from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(regions) == len(counts)")
def regions_and_grand_total(
    counts: Annotated[list[int], one_within(1)], regions: list[int], eps: Epsilon
) -> list[int]:
    """WRONG: the regions are disjoint and may use the whole eps, but the grand total, key 0, holds every row again. Counts [0]
    and [1] in region 1, outputs with the totals 0 and 1 at most 0: the loss is 2 * eps."""
    totals = {region: 0 for region in (0, 1, 2)}
    for region, count in zip(regions, counts):
        totals[0] += count
        if region in (1, 2):
            totals[region] = totals.get(region, 0) + count
    return [laplace(t, 1 / eps) for t in totals.values()]
