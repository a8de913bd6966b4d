"""Report noisy max of counts, then the count."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, laplace, mechanism


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 1")
def noisy_max_then_count(scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    winner = -1
    top = 0
    for i, score in enumerate(scores):
        value = laplace(score, 2 / eps)
        if winner < 0 or value >= top:
            winner, top = i, value
    return winner, gaussian(scores[winner], variance=1 / (2 * rho))
