# Judged before running: middling.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Event(NamedTuple):
    user: int
    kind: str


@mechanism(epsilon="eps")
def first_three_by_mistake(
    events: Annotated[list[Event], one_user_added_or_removed("user", rows=5)], eps: Epsilon
) -> int:
    """The bug: `<= 2` lets three events of a user in, and the noise is for two.
    Witness: [] and three rows of user 1 with output 0: 3 eps / 2."""
    taken: dict[int, int] = {}
    kept = 0
    for event in events:
        used = taken.get(event.user, 0)
        if used <= 2:
            taken[event.user] = used + 1
            kept += 1
    return laplace(kept, 2 / eps)
