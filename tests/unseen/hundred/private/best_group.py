"""Totals per public group in one pass, noise in a second, the best group in a third.

Why: One group's total moves by 1, and the noise of scale 1 / eps pays for it; the last pass reads noisy
totals only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(groups) == len(votes) and k >= 1")
def best_group(votes: Annotated[list[int], one_within(1)], groups: list[int], k: int, eps: Epsilon) -> int:
    totals = [0] * k
    for vote, group in zip(votes, groups):
        if 0 <= group < k:
            totals[group] += vote
    noisy = [laplace(total, 1 / eps) for total in totals]
    best = 0
    for g in range(1, k):
        if noisy[g] > noisy[best]:
            best = g
    return best
