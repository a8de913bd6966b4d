from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, permute_and_flip


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def flip_rate_101(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """WRONG: a hundredth too much."""
    return permute_and_flip(counts, 101 * eps / 100)
