from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def gaussian_noisy_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: report noisy max with Gaussian noise has no pure claim."""
    noisy = [gaussian(score, 2 / eps) for score in scores]
    return noisy.index(max(noisy))
