from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def choose_median(rows: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon) -> int:
    """The candidate with about as many rows below as above."""
    scores = []
    for candidate in candidates:
        below = sum(1 for row in rows if row < candidate)
        above = sum(1 for row in rows if row > candidate)
        scores.append(-abs(below - above))
    return candidates[choose(scores, eps / 2)]
