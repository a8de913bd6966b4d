"""A quantile by noisy maximum, with the score in hundredths of a row and the noise in rows. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 100ε does.

Source: ordinary code. Compare `gallery/data/private/quantile_by_rank.py`.

What is wrong: a row moves the score by up to 100, and not by 1.

A violating pair: percent = 0, candidates (1, 3), the rows () against (2). The scores are (0, 0) against (0, −100). The
event is that 3 wins.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="len(candidates) >= 1 and 0 <= percent and percent <= 100")
def quantile_scaled_rank(
    rows: Annotated[list[int], one_added_or_removed()],
    candidates: list[int],
    percent: int,
    eps: Epsilon,
) -> int:
    noisy = []
    for candidate in candidates:
        below = sum(1 for row in rows if row < candidate)
        noisy.append(laplace(-abs(100 * below - percent * len(rows)), 2 / eps))
    return candidates[noisy.index(max(noisy))]
