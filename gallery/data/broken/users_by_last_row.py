"""Users are counted by watching where the user changes from row to row. Not private as claimed.

Claim: ε, when all rows of one user, two at most, may come or go. It does not hold; 4ε does.

Source: ordinary code, right for rows that are sorted by user.

What is wrong: the helper remembers the last user only, so a user's second row may count again; and a row between two
rows of another user makes these count twice.

A violating pair: the users (0, 0) against (0, 1, 0, 1). The counts are 1 and 4; the output 1 loses 3ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


def count(visits: list[Visit]) -> int:
    users = 0
    for i in range(len(visits)):
        if i == 0 or visits[i].user != visits[i - 1].user:
            users += 1
    return users


@mechanism(epsilon="eps")
def users_by_last_row(visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon) -> int:
    return laplace(count(visits), 1 / eps)
