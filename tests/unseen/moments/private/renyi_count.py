"""One order."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(renyi=("alpha", "alpha / (2 * v)"), requires="alpha > 1 and v >= 1")
def renyi_count(x: Annotated[int, within(1)], alpha: Epsilon, v: int) -> int:
    return gaussian(x, variance=v)
