# Judged before running: hard.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class View(NamedTuple):
    user: str
    page: str


@mechanism(epsilon="eps")
def distinct_users(views: Annotated[list[View], one_user_added_or_removed("user", rows=3)], eps: Epsilon) -> int:
    """How many users there were: all views of a user make one, so one user moves the number by 1."""
    seen: list[str] = []
    for view in views:
        if view.user not in seen:
            seen.append(view.user)
    return laplace(len(seen), 1 / eps)
