from typing import Annotated, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def argmax_running_best(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Optional[int]:
    """Report noisy max in one pass, None for no scores at all (the length is public). Only the index of the best is
    released, so the winner's noise pays 2 * eps / 2."""
    best = winner = None
    for i, score in enumerate(scores):
        value = laplace(score, 2 / eps)
        if best is None or value > best:
            best = value
            winner = i
    return winner
