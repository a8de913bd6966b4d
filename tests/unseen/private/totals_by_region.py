from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within

REGIONS = ("north", "south", "east", "west")


@mechanism(epsilon="eps", requires="cap >= 1")
def totals_by_region(
    amounts: Annotated[list[int], one_within(500)], regions: list[str], cap: int, eps: Epsilon
) -> dict[str, int]:
    """Clipped totals by a public label. Each row is in at most one region's total and moves it by at most cap, so every
    region may use the whole eps."""
    totals = {region: 0 for region in REGIONS}
    for region, amount in zip(regions, amounts):
        if region in totals:
            totals[region] += clamp(amount, 0, cap)
    return {region: laplace(total, cap / eps) for region, total in totals.items()}
