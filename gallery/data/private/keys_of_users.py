"""How often each page was visited, with noise, for pages that nobody knew before, where a user has two visits at most.

Claim: (ε, δ), when all visits of one user may come or go, for a limit of at least 2 + 2·log(1 / δ) / ε.

Source: Wilson, Zhang, Lam, Desfontaines, Simmons-Marengo, Gipson, "Differentially Private SQL with Bounded User
Contribution", PoPETs 2020.

Why: the two visits cost ε/2 each where the pages are known to both sides. One page that is new has a count of 2 at
most and is shown with probability a^(limit − 1) / (1 + a), where a = e^(−ε/2); two that are new have a count of 1
each.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and limit >= 2 + 2 * log(1 / delta) / eps")
def keys_of_users(
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
