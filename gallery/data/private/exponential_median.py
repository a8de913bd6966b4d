"""The median by the exponential mechanism: a candidate scores by how far its rank is from the middle.

Claim: ε, when one row is added or removed.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007; Near, Abuah, "Programming Differential
Privacy", the chapter on the exponential mechanism.

Coupling: the same candidate. Each score is minus the difference of two counts, and moves by 1 at most: rate ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="top >= 0")
def exponential_median(rows: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> int:
    scores = []
    for candidate in range(top + 1):
        below = sum(1 for row in rows if row < candidate)
        above = sum(1 for row in rows if row > candidate)
        scores.append(-abs(below - above))
    return choose(scores, eps / 2)
