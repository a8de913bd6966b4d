"""Days on which a user was active count once, but a user may have three such days, and the noise is for one. Witness:
no rows against user 1 on three days; the output 0 has a loss of three times eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Login(NamedTuple):
    user: int
    day: int


@mechanism(epsilon="eps")
def active_days(logins: Annotated[list[Login], one_user_added_or_removed("user", rows=3)], eps: Epsilon) -> int:
    seen: set[tuple[int, int]] = set()
    active = 0
    for login in logins:
        key = (login.user, login.day)
        if key not in seen:
            seen.add(key)
            active += 1
    return laplace(active, 1 / eps)
