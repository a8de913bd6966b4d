from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def geometric_noisy_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Noisy max with one-sided noise."""
    noisy = [score + geometric(2 / eps) for score in scores]
    return noisy.index(max(noisy))
