from typing import Annotated

from twinproof import Epsilon, mechanism, one_within, permute_and_flip


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flip_one_score(scores: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """One score moves: half of the rate is enough, as always."""
    return permute_and_flip(scores, eps / 2)
