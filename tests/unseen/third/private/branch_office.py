"""Where to open a branch office, by the exponential mechanism over scores that all move by up to 3. With rate eps / 6
the loss is 2 * 3 * eps / 6."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def branch_office(scores: Annotated[list[int], each_within(3)], eps: Epsilon) -> int:
    return choose(scores, eps / 6)
