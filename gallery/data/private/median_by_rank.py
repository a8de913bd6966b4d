"""The median among public candidates: the one with as many rows below as above, by noisy maximum.

Claim: ε, when one row may come or go. The result is the position of the candidate.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007, with Laplace noise as in Dwork, Roth,
"The Algorithmic Foundations of Differential Privacy", 2014, section 3.3.

Coupling, for each position w that may win: a row moves below − above by at most 1, and so each score. All other noise
is the same; the noisy score of w is 1 higher on the right, at most 2 units of ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def median_by_rank(
    rows: Annotated[list[int], one_added_or_removed()],
    candidates: list[int],
    eps: Epsilon,
) -> int:
    scores = []
    for candidate in candidates:
        below = sum(1 for row in rows if row < candidate)
        above = sum(1 for row in rows if row > candidate)
        scores.append(laplace(-abs(below - above), 2 / eps))
    best = 0
    for i in range(1, len(scores)):
        if scores[i] > scores[best]:
            best = i
    return best
