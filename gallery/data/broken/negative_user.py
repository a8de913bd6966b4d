"""Contribution bounding that forgets that a user's number may be negative. Not private as claimed.

Claim: ε, when all rows of one user may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/contribution_by_user.py`.

What is wrong: position −1 is the last one in Python, so the user −1 uses up what the last user may add; and a number
that is too far below zero raises an error.

A violating pair: n_users = 1, the rows ((0, 5)) against ((−1, −5), (0, 5)): the user −1 comes. The sums are 5 and −5,
with noise of scale 5/ε; the output 5 loses 2ε. Or no rows against ((−2, 0)), where there is no result at all.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Review(NamedTuple):
    user: int
    mark: int


@mechanism(epsilon="eps", requires="n_users >= 1")
def negative_user(
    reviews: Annotated[list[Review], one_user_added_or_removed("user", rows=4)],
    n_users: int,
    eps: Epsilon,
) -> int:
    """The first mark of each user counts."""
    seen = [False] * n_users
    total = 0
    for review in reviews:
        if review.user < n_users and not seen[review.user]:
            seen[review.user] = True
            total += clamp(review.mark, -5, 5)
    return laplace(total, 5 / eps)
