"""Pages that nobody knew before, where each user counts for the first page only."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Visit(NamedTuple):
    user: int
    page: int


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def first_page_of_each_user(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=4)], t: int, eps: Epsilon
) -> list[tuple[int, int]]:
    users: list[int] = []
    pages: list[int] = []
    for visit in visits:
        if visit.user not in users:
            users.append(visit.user)
            pages.append(visit.page)
    out = []
    for page in sorted(set_of(pages)):
        noisy = laplace(pages.count(page), 1 / eps)
        if noisy > t:
            out.append((page, noisy))
    return out


def set_of(items):
    different: list[int] = []
    for item in items:
        if item not in different:
            different.append(item)
    return different
