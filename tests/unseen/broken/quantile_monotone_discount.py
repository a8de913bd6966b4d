from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def quantile_monotone_discount(
    xs: Annotated[list[int], one_within(50)], candidates: list[int], rank: int, eps: Epsilon
) -> int:
    """WRONG: scale 1 / eps is for scores that move in one direction. The ranks do, but their distances to the wanted rank do
    not: below it they grow, above it they shrink. With candidates [0, 1] and rank = 1, xs [0, 1, 1]
    and [2, 1, 1], output 1: the scores go from [0, -2] to [-1, -1], and at eps = 1 the loss is 1.47."""
    scores = [-abs(sum(1 for x in xs if x <= c) - rank) for c in candidates]
    noisy = [laplace(score, 1 / eps) for score in scores]
    return candidates[noisy.index(max(noisy))]
