from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flip_full_rate(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: the rate for counts."""
    return permute_and_flip(scores, eps)
