"""The median by noisy maximum, with half the noise that it needs. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: as `gallery/data/private/median_by_rank.py`, with the noise that is right for counts.

What is wrong: a row may raise the score of one candidate and lower that of another, so their distance moves by 2.

A violating pair, at ε = 1: candidates 10 and 20, the rows (15, 15, 25) against (5, 15, 15, 25). The scores are (−3, −1)
against (−2, −2). The event is that the first wins, for which its noise must be higher by 2, or by 0: it loses 1.28.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def median_half_noise(
    rows: Annotated[list[int], one_added_or_removed()],
    candidates: list[int],
    eps: Epsilon,
) -> int:
    scores = []
    for candidate in candidates:
        below = sum(1 for row in rows if row < candidate)
        above = sum(1 for row in rows if row > candidate)
        scores.append(laplace(-abs(below - above), 1 / eps))
    return scores.index(max(scores))
