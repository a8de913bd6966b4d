from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flip_sensitivity_two(scores: Annotated[list[int], each_within(2)], eps: Epsilon) -> int:
    """WRONG: scores move by 2."""
    return permute_and_flip(scores, eps / 2)
