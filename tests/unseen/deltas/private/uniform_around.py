"""Uniform noise: epsilon is 0, and delta is the share of one value."""

from typing import Annotated

from twinproof import mechanism, uniform, within


@mechanism(epsilon="0", delta="1 / (2 * n + 1)", requires="n >= 1")
def uniform_around(x: Annotated[int, within(1)], n: int) -> int:
    return uniform(x - n, x + n)
