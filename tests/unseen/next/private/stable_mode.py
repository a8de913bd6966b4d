"""The most common tariff itself, if it leads by a margin that is large with noise. The lead moves by at most 1, and
where the winner may change it is at most 1, which passes the threshold with at most delta."""

from enum import Enum
from typing import Annotated, Optional

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Tariff(Enum):
    DAY = 0
    NIGHT = 1
    FLAT = 2


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def stable_mode(
    tariffs: Annotated[list[Tariff], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> Optional[Tariff]:
    counts = {tariff: 0 for tariff in Tariff}
    for tariff in tariffs:
        counts[tariff] += 1
    ordered = sorted(counts.values(), reverse=True)
    if laplace(ordered[0] - ordered[1], 1 / eps) > threshold:
        return max(counts, key=counts.get)
    return None
