"""Each user counts for two rows, and the price is for one."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def two_pages_of_each_user(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=4)], t: int, eps: Epsilon
) -> list[tuple[int, int]]:
    users: list[int] = []
    pages: list[int] = []
    for visit in visits:
        if users.count(visit.user) < 2:
            users.append(visit.user)
            pages.append(visit.page)
    different: list[int] = []
    for page in pages:
        if page not in different:
            different.append(page)
    out = []
    for page in sorted(different):
        noisy = laplace(pages.count(page), 1 / eps)
        if noisy > t:
            out.append((page, noisy))
    return out
