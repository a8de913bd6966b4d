"""Minutes that were streamed, where a household has four sessions at most, of 20 minutes at most.

middling. All rows of one household move the sum by 80 at most.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Session(NamedTuple):
    household: int
    minutes: int
    live: bool


@mechanism(epsilon="eps")
def streaming_minutes_by_user(
    sessions: Annotated[list[Session], one_user_added_or_removed("household", rows=4)], eps: Epsilon
) -> int:
    minutes = 0
    for session in sessions:
        if session.live:
            continue
        minutes += clamp(session.minutes, 0, 20)
    return laplace(minutes, 4 * 20 / eps)
