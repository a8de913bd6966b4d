from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def geometric_max_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: the largest noisy score, and not where it is."""
    return max([score + geometric(2 / eps) for score in scores])
