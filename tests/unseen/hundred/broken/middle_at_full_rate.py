"""The public candidate that splits the rows most evenly, by the exponential mechanism.

Wrong: The scores may move against each other, so the rate must be eps / 2. It shows on [0, 0, 0] and [0, 0,
0, 9] with the candidates -1 and 3.
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def middle_at_full_rate(
    incomes: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    scores = []
    for candidate in candidates:
        below = sum(1 for income in incomes if income <= candidate)
        above = sum(1 for income in incomes if income > candidate)
        scores.append(-abs(below - above))
    return candidates[choose(scores, eps)]
