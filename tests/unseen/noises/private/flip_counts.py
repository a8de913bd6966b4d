from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def flip_counts(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    return permute_and_flip(counts, eps)
