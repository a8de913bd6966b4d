"""The median by noisy maximum, with half the noise that it needs. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: as `gallery/data/private/median_by_rank.py`, with the noise that is right for counts.

What is wrong: a row may raise the score of one candidate and lower that of another, so their distance moves by 2.

A violating pair, at ε = 1: candidates 10 and 20, the rows (15, 15, 15, 15, 25, 25, 25) against the same and a 5. The
scores are (−7, −1) against (−6, −2). The event is that 10 wins: a distance of 6 to make up, against 4.
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
