"""How often each page was visited, for pages that nobody knew before, where δ is counted for one row. Not private.

Claim: (ε, δ), when all visits of one user, two at most, may come or go. It does not hold.

Source: Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo, Gipson, "Differentially Private SQL with Bounded User
Contribution", PoPETs 2020, altered.

What is wrong: the noise is for two visits, and the limit for one. A page that only one user has seen may have a count
of 2, and it is shown far more often than δ says.

A violating pair: no visits against two visits of one user to the page 1.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and limit >= 1 + log(1 / (2 * delta)) / eps")
def keys_of_users_for_one_row(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], limit: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    pages: list[int] = []
    for visit in visits:
        if visit.page not in pages:
            pages.append(visit.page)
    shown = []
    for page in sorted(pages):
        noisy = laplace(sum(visit.page == page for visit in visits), 2 / eps)
        if noisy > limit:
            shown.append((page, noisy))
    return shown
