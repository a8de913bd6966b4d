from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="k * eps", requires="k >= 1 and len(scores) >= 1")
def choose_one_round_more(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """WRONG: k + 1 rounds."""
    return [choose(scores, eps / 2) for _ in range(k + 1)]
