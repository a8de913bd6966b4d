"""A clamped sum, when a user may have two rows.

Claim: ε, when the rows of one user, two at most, are replaced.

Source: ordinary code.

Coupling: two values move between 0 and `limit`, and the sum by at most 2·limit: that many units of ε/(2·limit).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Donation(NamedTuple):
    user: int
    amount: int


@mechanism(epsilon="eps", requires="limit >= 1")
def user_sum_rows(
    donations: Annotated[list[Donation], one_user_changed("user", rows=2)],
    limit: int,
    eps: Epsilon,
) -> int:
    total = 0
    for donation in donations:
        amount = donation.amount
        if amount < 0:
            amount = 0
        elif amount > limit:
            amount = limit
        total += amount
    return laplace(total, 2 * limit / eps)
