"""Uniform noise, with a delta for one value more than there are."""

from typing import Annotated

from twinproof import mechanism, uniform, within


@mechanism(epsilon="0", delta="1 / (2 * n + 2)", requires="n >= 1")
def uniform_one_short(x: Annotated[int, within(1)], n: int) -> int:
    return uniform(x - n, x + n)
