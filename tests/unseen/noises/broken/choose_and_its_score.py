from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_and_its_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """WRONG: the score of the chosen one as it is."""
    best = choose(scores, eps / 2)
    return best, scores[best]
