from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flip_scores(scores: Annotated[list[int], each_within(3)], eps: Epsilon) -> int:
    return permute_and_flip(scores, eps / 6)
