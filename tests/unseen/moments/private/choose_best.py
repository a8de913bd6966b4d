"""The exponential mechanism by its range."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(zcdp="eps * eps / 8", requires="len(scores) >= 1")
def choose_best(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps / 2)
