"""The public candidate that splits the rows most evenly, by the exponential mechanism.

Why: One row moves below - above by 1 for every candidate, so each score moves by 1, and rate eps / 2 costs
eps.
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def middle_candidate(
    incomes: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    scores = []
    for candidate in candidates:
        below = sum(1 for income in incomes if income <= candidate)
        above = sum(1 for income in incomes if income > candidate)
        scores.append(-abs(below - above))
    return candidates[choose(scores, eps / 2)]
