from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def quantile_noisy_max(
    xs: Annotated[list[int], one_within(50)], candidates: list[int], rank: int, eps: Epsilon
) -> int:
    """The public candidate whose rank in the data is nearest to the wanted rank, by report noisy max: a changed row moves
    every rank, and so every score, by at most 1."""
    scores = [-abs(sum(1 for x in xs if x <= c) - rank) for c in candidates]
    noisy = [laplace(score, 2 / eps) for score in scores]
    _, best = max((value, i) for i, value in enumerate(noisy))
    return candidates[best]
