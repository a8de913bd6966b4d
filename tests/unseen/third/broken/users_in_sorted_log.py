"""Users are counted where the user differs from the row before, as if the log were sorted by user, but it need not be.
Witness: [1, 1, 1, 1] against [1, 2, 1, 2, 1, 2, 1]; from one to seven, and the noise is for 1."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Entry(NamedTuple):
    user: int
    action: int


@mechanism(epsilon="eps")
def users_in_sorted_log(log: Annotated[list[Entry], one_user_added_or_removed("user", rows=3)], eps: Epsilon) -> int:
    users = 0
    previous: int | None = None
    for entry in log:
        if previous is None or entry.user != previous:
            users += 1
        previous = entry.user
    return laplace(users, 1 / eps)
