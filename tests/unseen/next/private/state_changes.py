"""How often a machine's state changes from one record to the next. A record that is put between two others adds at most
two changes and removes none, so the scale is 2 / eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def state_changes(states: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> int:
    changes = 0
    previous: str | None = None
    for state in states:
        if previous is not None and state != previous:
            changes += 1
        previous = state
    return laplace(changes, 2 / eps)
