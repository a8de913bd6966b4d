"""Launches of an app, to be private for users, who have five launches at most.

easy. The noise is for one user with two launches. Witness: [] and five launches of one user: loss 5 eps / 2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Launch(NamedTuple):
    user: int
    crashed: bool


@mechanism(epsilon="eps")
def app_launches_by_user(
    launches: Annotated[list[Launch], one_user_added_or_removed("user", rows=5)], eps: Epsilon
) -> tuple[int, int]:
    crashed = sum(1 for launch in launches if launch.crashed)
    return laplace(crashed, 2 / eps), laplace(len(launches) - crashed, 2 / eps)
