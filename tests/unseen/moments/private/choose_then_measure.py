"""A choice, and the score of what was chosen."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, gaussian, mechanism


@mechanism(zcdp="eps * eps / 8 + rho", requires="len(scores) >= 1")
def choose_then_measure(scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    best = choose(scores, eps / 2)
    return best, gaussian(scores[best], variance=1 / (2 * rho))
