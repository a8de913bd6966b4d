from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def choose_counts_101(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """WRONG: the same for counts."""
    return choose(counts, 101 * eps / 100)
