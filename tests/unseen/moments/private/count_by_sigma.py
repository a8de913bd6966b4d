"""A count, given the standard deviation."""

from typing import Annotated

from twinproof import gaussian, mechanism, within


@mechanism(zcdp="1 / (2 * sigma * sigma)", requires="sigma >= 1")
def count_by_sigma(x: Annotated[int, within(1)], sigma: int) -> int:
    return gaussian(x, sigma)
