"""The median among public candidates, by the exponential mechanism.

hard. |2 below - n| moves by 2, and the rate is for 1. Witness: candidates [0, 5, 5, 5, 5], incomes [0, 5] and [10, 5],
output 0: (1 + 4 e) / (1 + 4 / e) = 4.8 for eps 1.
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def median_wrong_sensitivity(incomes: Annotated[list[int], one_changed()], candidates: list[int], eps: Epsilon) -> int:
    n = len(incomes)
    scores = [-abs(2 * sum(1 for x in incomes if x <= c) - n) for c in candidates]
    return choose(scores, eps / 2)
