"""How many users there are, however many rows each of them has.

Claim: ε, when all rows of one user may come or go.

Source: Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo, Gipson, "Differentially Private SQL with Bounded User
Contribution", PoPETs 2020.

Coupling: one user more or less moves the count by at most 1: 1 unit of ε.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


@dataclass(frozen=True)
class Event:
    user: int
    hour: int


@mechanism(epsilon="eps", requires="n_users >= 0")
def count_users(
    events: Annotated[list[Event], one_user_added_or_removed("user", rows=8)],
    n_users: int,
    eps: Epsilon,
) -> int:
    present = [False] * n_users
    for event in events:
        if event.user in range(n_users):
            present[event.user] = True
    return laplace(sum(present), 1 / eps)
