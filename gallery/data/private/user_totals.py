"""The total use of a service, where each user's own total is cut off.

Claim: ε, when all rows of one user may come or go.

Source: ordinary code; clamping by user in place of clamping by row.

Coupling: only one user's total differs, and after the clamp by at most `cap`: that many units of ε/cap.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


class Usage(NamedTuple):
    user: int
    minutes: int


@mechanism(epsilon="eps", requires="n_users >= 0 and cap >= 1")
def user_totals(
    rows: Annotated[list[Usage], one_user_added_or_removed("user", rows=3)],
    n_users: int,
    cap: int,
    eps: Epsilon,
) -> int:
    totals = [0] * n_users
    for row in rows:
        if 0 <= row.user < n_users:
            totals[row.user] += row.minutes
    return laplace(sum(clamp(total, 0, cap) for total in totals), cap / eps)
