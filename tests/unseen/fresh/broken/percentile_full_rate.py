# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def percentile_full_rate(
    incomes: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    """The bug: the rate for scores that move in one direction, and these move in both.
    Witness: candidates [10, 20], [30] and [15, 30], eps 1, output 10: 1/2 against e^-2 / (1 + e^-2), a loss of 1.43."""
    scores = []
    for candidate in candidates:
        below = sum(1 for income in incomes if income < candidate)
        above = len(incomes) - below
        scores.append(-abs(below - above))
    return candidates[choose(scores, eps)]
