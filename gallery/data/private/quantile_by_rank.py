"""A quantile among public candidates, by noisy maximum: `percent` of the rows should be below it.

Claim: ε, when one row may come or go.

Source: Smith, "Privacy-Preserving Statistical Estimation with Optimal Convergence Rates", STOC 2011 (quantiles by the
exponential mechanism), with Laplace noise.

Coupling, for each candidate w that may win: a row moves 100·below − percent·n by percent or by 100 − percent, at most
100, and so each score. All other noise is the same; the noisy score of w is 100 higher on the right, at most 200 units
of ε/200.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


def score(rows: list[int], candidate: int, percent: int) -> int:
    below = len([row for row in rows if row < candidate])
    return -abs(100 * below - percent * len(rows))


@mechanism(epsilon="eps", requires="len(candidates) >= 1 and 0 <= percent and percent <= 100")
def quantile_by_rank(
    rows: Annotated[list[int], one_added_or_removed()],
    candidates: list[int],
    percent: int,
    eps: Epsilon,
) -> int:
    noisy = [laplace(score(rows, candidate, percent), 200 / eps) for candidate in candidates]
    return candidates[noisy.index(max(noisy))]
