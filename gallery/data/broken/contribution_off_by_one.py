"""At most `most` visits of each user should be counted, but one more is. Not private as claimed.

Claim: ε, when all rows of one user may come or go. It does not hold; (most + 1)/most · ε does.

Source: ordinary code: `<=` in place of `<`. Compare `gallery/data/private/contribution_bounding.py`.

What is wrong: the test lets a row pass when `most` rows have been counted already.

A violating pair: most = 1, n_users = 1, no rows against two rows of the user 0. The counts are 0 and 2; the output 0
loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", requires="n_users >= 0 and most >= 1")
def contribution_off_by_one(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=8)],
    n_users: int,
    most: int,
    eps: Epsilon,
) -> int:
    used = [0] * n_users
    kept = 0
    for visit in visits:
        if 0 <= visit.user < n_users and used[visit.user] <= most:
            used[visit.user] += 1
            kept += 1
    return laplace(kept, most / eps)
