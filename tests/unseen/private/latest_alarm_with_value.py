from typing import Annotated, NamedTuple, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


class Alarm(NamedTuple):
    day: int
    level: int


@mechanism(epsilon="eps")
def latest_alarm_with_value(
    levels: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon
) -> Optional[Alarm]:
    """Above Threshold from the last day backwards at eps / 2 (scales 4 / eps and 8 / eps), and then the level of the day that
    was found with fresh noise at the other eps / 2."""
    noisy_limit = laplace(limit, 4 / eps)
    for day in reversed(range(len(levels))):
        if laplace(levels[day], 8 / eps) > noisy_limit:
            return Alarm(day, laplace(levels[day], 2 / eps))
    return None
