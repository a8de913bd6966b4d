from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="k * eps", requires="k >= 0 and k <= len(scores)")
def top_k_peeling(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """Top k by peeling: k times report noisy max over what has not been chosen yet, each time at eps."""

    def winner(candidates):
        noisy = [laplace(scores[i], 2 / eps) for i in candidates]
        return candidates[noisy.index(max(noisy))]

    chosen: list[int] = []
    for _ in range(k):
        left = [i for i in range(len(scores)) if i not in chosen]
        chosen.append(winner(left))
    return chosen
