"""Visits, of which at most `most` are counted for each user, however many there are.

Claim: ε, when all rows of one user may come or go.

Source: Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo, Gipson, "Differentially Private SQL with Bounded User
Contribution", PoPETs 2020.

Coupling: users are counted apart from each other, so only what is kept of one user differs, at most `most` visits:
that many units of ε/most.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", requires="n_users >= 0 and most >= 1")
def contribution_bounding(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=8)],
    n_users: int,
    most: int,
    eps: Epsilon,
) -> int:
    used = [0] * n_users
    kept = 0
    for visit in visits:
        if 0 <= visit.user < n_users and used[visit.user] < most:
            used[visit.user] += 1
            kept += 1
    return laplace(kept, most / eps)
