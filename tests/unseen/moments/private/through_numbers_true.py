"""Numbers alone: a variance of 25 for (1, 1/10⁵)."""

from typing import Annotated

from twinproof import gaussian, mechanism, within


@mechanism(epsilon="1", delta="1 / 100000")
def through_numbers_true(x: Annotated[int, within(1)]) -> int:
    return gaussian(x, variance=25)
