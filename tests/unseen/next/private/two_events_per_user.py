"""How often three kinds of events were logged. A user has at most two rows and both are replaced: each leaves one cell
and enters another, which makes 4 in all."""

from collections import defaultdict
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed

KINDS = ("open", "save", "share")


class Event(NamedTuple):
    user: int
    kind: str


@mechanism(epsilon="eps")
def two_events_per_user(
    events: Annotated[list[Event], one_user_changed("user", rows=2)], eps: Epsilon
) -> list[tuple[str, int]]:
    tally: defaultdict[str, int] = defaultdict(int)
    for event in events:
        tally[event.kind] += 1
    return [(kind, laplace(tally[kind], 4 / eps)) for kind in KINDS]
