from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_twice(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Two independent choices, with two thirds and one third of the budget."""
    return choose(scores, eps / 3), choose(scores, eps / 6)
