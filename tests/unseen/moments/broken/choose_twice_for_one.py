"""Two choices for the price of one."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(zcdp="eps * eps / 2", requires="len(xs) >= 2")
def choose_twice_for_one(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    return choose(xs, eps), choose(xs, eps)
