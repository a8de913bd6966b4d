"""How often each page below n was visited, with noise only where it was, and where a user has two visits at most.

Claim: (ε, δ), when all visits of one user may come or go, for a limit of at least 2 + 2·log(1 / δ) / ε.

Source: Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo, Gipson, "Differentially Private SQL with Bounded User
Contribution", PoPETs 2020.

Coupling: each visit costs ε/2 where both sides draw. A page that one side alone has was visited twice at most; it is
shown with probability a^(limit − 1) / (1 + a) at most, where a = e^(−ε/2). δ pays for that, for each of the two
visits.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and limit >= 2 + 2 * log(1 / delta) / eps")
def pages_of_users(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)],
    n: int,
    limit: int,
    eps: Epsilon,
    delta: Epsilon,
) -> list[int]:
    shown = []
    for page in range(n):
        count = sum(1 for visit in visits if visit.page == page)
        noisy = laplace(count, 2 / eps) if count > 0 else 0
        shown.append(noisy if noisy > limit else 0)
    return shown
