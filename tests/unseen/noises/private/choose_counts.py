from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def choose_counts(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    return choose(counts, eps)
