from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_scores(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps / 2)
