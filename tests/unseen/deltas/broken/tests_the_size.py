"""Tests whether x is far from zero, and releases whether it is above a limit."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="exp(-t * eps) / 2", requires="t >= 1")
def tests_the_size(x: Annotated[int, within(1)], limit: int, t: int, eps: Epsilon) -> bool | None:
    if laplace(abs(x), 1 / eps) > t:
        return x > limit
    return None
