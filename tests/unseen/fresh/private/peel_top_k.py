# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="1 <= k and k <= len(counts)")
def peel_top_k(counts: Annotated[list[int], each_within(1, monotone=True)], k: int, eps: Epsilon) -> list[int]:
    """Top k by peeling: k rounds of the exponential mechanism over what remains; one direction, so eps / k a round."""
    remaining = list(range(len(counts)))
    winners: list[int] = []
    for _ in range(k):
        winner = remaining[choose([counts[i] for i in remaining], eps / k)]
        winners.append(winner)
        remaining = [i for i in remaining if i != winner]
    return winners
