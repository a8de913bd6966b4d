"""Each phone reports its channel with probability 1/2 and else any of k at random. The true one is reported with (k +
1) / (2 * k) and each other with 1 / (2 * k), so an answer costs log(k + 1)."""

from fractions import Fraction
from typing import Annotated

from twinproof import clamp, coin, mechanism, one_changed, uniform


def report(channel, k):
    if coin(Fraction(1, 2)):
        return channel
    return uniform(0, k - 1)


@mechanism(epsilon="log(k + 1)", requires="k >= 1")
def uniform_or_true(channels: Annotated[list[int], one_changed()], k: int) -> list[int]:
    return [report(clamp(channel, 0, k - 1), k) for channel in channels]
