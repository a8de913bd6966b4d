# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def exponential_noisy_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Noisy max with one-sided noise of scale 2 / eps: given the others, the winner's noise has to rise by 2."""
    winner = 0
    best: int | None = None
    for i, score in enumerate(scores):
        noisy = score + geometric(2 / eps)
        if best is None or noisy > best:
            best = noisy
            winner = i
    return winner
