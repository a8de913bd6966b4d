"""The total of all purchases, with at most three purchases of each user, each cut off at a limit.

Claim: ε, when all rows of one user may come or go.

Source: as `gallery/data/private/contribution_bounding.py`.

Coupling: the rows that are kept differ in at most three, each of which adds between 0 and `limit`: at most 3·limit
units of ε/(3·limit).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed

MOST = 3


class Purchase(NamedTuple):
    user: int
    cents: int


def bounded(purchases: list[Purchase], n_users: int) -> list[Purchase]:
    """The first purchases of each user, users being numbered from 0."""
    seen = [0] * n_users
    kept = []
    for purchase in purchases:
        user = purchase.user
        if user < 0 or user >= n_users:
            continue
        if seen[user] < MOST:
            kept.append(purchase)
        seen[user] += 1
    return kept


@mechanism(epsilon="eps", requires="n_users >= 0 and limit >= 1")
def contribution_bounding_sum(
    purchases: Annotated[list[Purchase], one_user_added_or_removed("user", rows=8)],
    n_users: int,
    limit: int,
    eps: Epsilon,
) -> int:
    total = sum(clamp(purchase.cents, 0, limit) for purchase in bounded(purchases, n_users))
    return laplace(total, MOST * limit / eps)
