"""How many different users there are."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


@mechanism(epsilon="eps")
def users_seen(rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=4)], eps: Epsilon) -> int:
    users: list[int] = []
    for user, _page in rows:
        if user not in users:
            users.append(user)
    return laplace(len(users), 1 / eps)
