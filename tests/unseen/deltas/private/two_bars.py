"""A helper called twice, with two thresholds: the deltas add up."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def passes(count, bar, eps):
    return count > 0 and laplace(count, 1 / eps) > bar


@mechanism(
    epsilon="2 * eps",
    delta="exp(-(low - 1) * eps) / 2 + exp(-(high - 1) * eps) / 2",
    requires="low >= 1 and high >= low",
)
def two_bars(count: Annotated[int, within(1)], low: int, high: int, eps: Epsilon) -> int:
    level = 0
    if passes(count, low, eps):
        level += 1
    if passes(count, high, eps):
        level += 1
    return level
