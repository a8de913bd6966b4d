from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def choose_median_doubled(rows: Annotated[list[int], one_changed()], candidates: list[int], eps: Epsilon) -> int:
    """WRONG: with a replaced row 2 * below - n moves by 2."""
    scores = [-abs(2 * sum(1 for row in rows if row < c) - len(rows)) for c in candidates]
    return candidates[choose(scores, eps / 2)]
