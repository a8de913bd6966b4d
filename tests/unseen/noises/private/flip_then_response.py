from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip, randomized_response


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flip_then_response(scores: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon) -> tuple[int, bool]:
    """A choice, and whether what was chosen is high."""
    best = permute_and_flip(scores, eps / 4)
    return best, randomized_response(scores[best] >= limit, eps / 2)
