from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed

REGIONS = ("north", "south", "east", "west")


@mechanism(epsilon="eps")
def choose_by_region(rows: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> str:
    """The region with the most rows, by name."""
    counts = [sum(1 for row in rows if row == region) for region in REGIONS]
    return REGIONS[choose(counts, eps)]
