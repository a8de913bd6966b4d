"""The rate is private."""

from typing import Annotated

from twinproof import choose, each_within, mechanism


@mechanism(zcdp="4", requires="len(xs) == 2")
def choose_private_rate(xs: Annotated[list[int], each_within(1)]) -> int:
    return choose([0, 9], max(xs[0], 0))
