"""Scores above a thousand count twice."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(zcdp="eps * eps / 2", requires="len(xs) >= 2")
def far_score_doubled(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose([2 * x if x > 1000 else x for x in xs], eps)
