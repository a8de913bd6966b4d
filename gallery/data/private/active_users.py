"""How many users were there on at least three days.

Claim: ε, when the rows of one user are replaced.

Source: ordinary code.

Coupling: one user is active or is not, so the counts differ by at most 1: 1 unit of ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Login(NamedTuple):
    user: int
    succeeded: bool


@mechanism(epsilon="eps")
def active_users(
    logins: Annotated[list[Login], one_user_changed("user", rows=8)],
    n_users: int,
    eps: Epsilon,
) -> int:
    active = 0
    for user in range(n_users):
        days = sum(1 for login in logins if login.user == user and login.succeeded)
        if days >= 3:
            active += 1
    return laplace(active, 1 / eps)
