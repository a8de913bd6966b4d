"""Scores that move both ways have twice the range."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(zcdp="eps * eps / 8", requires="len(xs) >= 2")
def choose_eighth_of_each(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(xs, eps)
