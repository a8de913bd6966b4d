# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="0 <= percent and percent <= 100 and len(candidates) >= 1")
def percentile_by_scores(
    incomes: Annotated[list[int], one_added_or_removed()], candidates: list[int], percent: int, eps: Epsilon
) -> int:
    """A percentile by the exponential mechanism. One row moves 100 * below - percent * n by 100 at most."""
    n = len(incomes)
    scores = []
    for candidate in candidates:
        below = sum(1 for income in incomes if income < candidate)
        scores.append(-abs(100 * below - percent * n))
    return candidates[choose(scores, eps / 200)]
