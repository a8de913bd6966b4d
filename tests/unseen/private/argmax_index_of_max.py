from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def argmax_index_of_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Report noisy max. The winner's noise moves by at most 2 while the other noise stays, which costs 2 * eps / 2."""
    noisy = [laplace(s, 2 / eps) for s in scores]
    return noisy.index(max(noisy))
