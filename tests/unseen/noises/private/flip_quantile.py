from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip


@mechanism(epsilon="eps", requires="top >= 0 and 0 <= percent and percent <= 100")
def flip_quantile(rows: Annotated[list[int], one_changed()], top: int, percent: int, eps: Epsilon) -> int:
    """A quantile by rank, in hundredths of a row."""
    scores = [-abs(100 * sum(1 for row in rows if row < c) - percent * len(rows)) for c in range(top + 1)]
    return permute_and_flip(scores, eps / 200)
