from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def geometric_max_full_rate(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: the rate for counts."""
    noisy = [score + geometric(1 / eps) for score in scores]
    return noisy.index(max(noisy))
