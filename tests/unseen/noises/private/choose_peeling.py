from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="k * eps", requires="k >= 0 and k <= len(scores)")
def choose_peeling(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """The best k one after the other: what was chosen gets a score that is far below all others."""
    left = list(scores)
    chosen: list[int] = []
    for _ in range(k):
        best = choose(left, eps / 2)
        chosen.append(best)
        left[best] = -1000000
    return chosen
