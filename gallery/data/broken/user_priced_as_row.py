"""A count with noise for one row, where a user may have three. Not private as claimed.

Claim: ε, when all rows of one user, three at most, may come or go. It does not hold; 3ε does.

Source: ordinary code; the privacy of rows taken for the privacy of people.

What is wrong: one user may move the count by 3.

A violating pair: no rows against three rows of the user 0. The counts are 0 and 3; the output 0 loses 3ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Click(NamedTuple):
    user: int
    link: int


@mechanism(epsilon="eps")
def user_priced_as_row(clicks: Annotated[list[Click], one_user_added_or_removed("user", rows=3)], eps: Epsilon) -> int:
    count = 0
    for _ in clicks:
        count += 1
    return laplace(count, 1 / eps)
