"""One score moves: the range is eps, and eps²/16 is too little."""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_within


@mechanism(zcdp="eps * eps / 16", requires="len(xs) >= 2")
def choose_sixteenth(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    return choose(xs, eps)
