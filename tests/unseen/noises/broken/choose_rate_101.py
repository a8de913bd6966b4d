from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_rate_101(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: a hundredth too much; the loss comes near to 1.01 eps for far scores."""
    return choose(scores, 101 * eps / 200)
