"""The hour with most calls by noisy counts, with its noisy count and its share of all. Only one of 24 counts moves, by
1, and everything told is computed from the noisy ones."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Peak(NamedTuple):
    hour: int
    calls: int
    share: Fraction


@mechanism(epsilon="eps")
def peak_hour_and_share(minutes: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Peak:
    calls = [0] * 24
    for minute in minutes:
        calls[minute // 60 % 24] += 1
    noisy = [max(0, laplace(number, 1 / eps)) for number in calls]
    hour = max(range(24), key=noisy.__getitem__)
    return Peak(hour, noisy[hour], Fraction(noisy[hour], max(1, sum(noisy))))
