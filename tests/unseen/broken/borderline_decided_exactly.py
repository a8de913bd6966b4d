from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


class Level(Enum):
    LOW = "low"
    HIGH = "high"


@mechanism(epsilon="eps")
def borderline_decided_exactly(cases: Annotated[int, within(1)], limit: int, eps: Epsilon) -> Level:
    """WRONG: when the noisy count is near the limit, the raw count decides. With limit = 0, cases 0 and -1, output HIGH: the
    first needs noise of -2 or more, the second noise of 4 or more."""
    noisy = laplace(cases, 1 / eps)
    if abs(noisy - limit) <= 2:
        return Level.HIGH if cases >= limit else Level.LOW
    return Level.HIGH if noisy > limit else Level.LOW
