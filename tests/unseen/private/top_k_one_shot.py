from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="k >= 1")
def top_k_one_shot(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """Indices of the k largest noisy scores, in order, with noise drawn once: the noisy score of each of the k winners moves
    up by 1, so its noise moves by at most 2 at eps / (2 * k) per unit, and the losers' noise stays."""
    noisy = [laplace(s, 2 * k / eps) for s in scores]
    ranking = sorted(range(len(noisy)), key=lambda i: noisy[i], reverse=True)
    return ranking[:k]
