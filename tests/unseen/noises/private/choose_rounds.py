from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="k * eps", requires="k >= 0 and len(scores) >= 1")
def choose_rounds(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """k choices."""
    return [choose(scores, eps / 2) for _ in range(k)]
