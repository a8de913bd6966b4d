"""The same by a loop over the users: of each one's own rows, the first two are taken.

Claim: ε, when all rows of one user may come or go.

Source: as `gallery/data/private/contribution_bounding.py`.

Coupling: the rows of all users but one are equal. The one adds at most two marks between −5 and 5: 10 units of ε/10.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Review(NamedTuple):
    user: int
    mark: int


@mechanism(epsilon="eps")
def contribution_by_user(
    reviews: Annotated[list[Review], one_user_added_or_removed("user", rows=8)],
    n_users: int,
    eps: Epsilon,
) -> int:
    total = 0
    for user in range(n_users):
        own = [review.mark for review in reviews if review.user == user]
        for mark in own[:2]:
            total += clamp(mark, -5, 5)
    return laplace(total, 10 / eps)
