from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def choose_least(counts: Annotated[list[int], each_within(2, monotone=True)], eps: Epsilon) -> int:
    """The smallest of counts that move by two in one direction."""
    return choose([-count for count in counts], eps / 2)
