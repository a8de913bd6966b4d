"""A noisy maximum from rows, with a delta that it does not need."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Fruit(Enum):
    APPLE = 1
    PEAR = 2
    PLUM = 3


@mechanism(epsilon="eps", delta="delta")
def winner_with_spare_delta(
    rows: Annotated[list[Fruit], one_added_or_removed()], eps: Epsilon, delta: Epsilon
) -> Fruit:
    counts = {fruit: 0 for fruit in Fruit}
    for row in rows:
        counts[row] += 1
    noisy = {fruit: laplace(count, 1 / eps) for fruit, count in counts.items()}
    return max(noisy, key=noisy.get)
