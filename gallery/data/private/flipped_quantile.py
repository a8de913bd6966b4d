"""A quantile by permute-and-flip: candidates are taken in random order, and the first whose coin comes up.

Claim: ε, when one row is replaced.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020; the
score is that of Smith, "Privacy-Preserving Statistical Estimation with Optimal Convergence Rates", STOC 2011.

Coupling: both runs take the same candidate. A row that is replaced moves each rank by 1, so each score by 100, which
costs 200 steps of ε/200 at most.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip


@mechanism(epsilon="eps", requires="top >= 0 and 0 <= percent and percent <= 100")
def flipped_quantile(rows: Annotated[list[int], one_changed()], top: int, percent: int, eps: Epsilon) -> int:
    scores = [-abs(100 * sum(1 for row in rows if row < c) - percent * len(rows)) for c in range(top + 1)]
    return permute_and_flip(scores, eps / 200)
