from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_full_rate(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: the rate is for scores that move one way."""
    return choose(scores, eps)
