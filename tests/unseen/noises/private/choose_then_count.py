from typing import Annotated

from twinproof import Epsilon, choose, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def choose_then_count(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> tuple[int, int]:
    """The largest count and how large it is."""
    best = choose(counts, eps / 2)
    return best, laplace(counts[best], 2 / eps)
