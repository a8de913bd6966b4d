# Judged before running: hard.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Event(NamedTuple):
    user: str
    minutes: int


@mechanism(epsilon="eps")
def first_two_per_user(events: Annotated[list[Event], one_user_added_or_removed("user", rows=5)], eps: Epsilon) -> int:
    """Contribution bounding: only the first two events of a user count, each for an hour at most. Others are not
    concerned by who is there, so the total moves by 120."""
    taken: dict[str, int] = {}
    total = 0
    for event in events:
        used = taken.get(event.user, 0)
        if used < 2:
            total += clamp(event.minutes, 0, 60)
            taken[event.user] = used + 1
    return laplace(total, 120 / eps)
