"""Lists and dictionaries of users that grow, each with one thing wrong."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_user_added_or_removed


class Ride(NamedTuple):
    rider: int
    minutes: int


@mechanism(epsilon="eps")
def pages_seen(rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=4)], eps: Epsilon) -> int:
    pages: list[int] = []
    for _user, page in rows:
        if page not in pages:
            pages.append(page)
    return laplace(len(pages), 1 / eps)


@mechanism(epsilon="eps")
def users_seen_half_noise(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=4)], eps: Epsilon
) -> int:
    users: list[int] = []
    for user, _page in rows:
        if user not in users:
            users.append(user)
    return laplace(2 * len(users), 1 / eps)


@mechanism(epsilon="eps")
def every_row_appended(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=2)], eps: Epsilon
) -> int:
    users: list[int] = []
    for user, page in rows:
        if user not in users or page > 0:
            users.append(user)
    return laplace(len(users), 1 / eps)


@mechanism(epsilon="eps")
def three_instead_of_two(
    clicks: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=5)], eps: Epsilon
) -> int:
    seen: dict[int, int] = {}
    kept = 0
    for who, _link in clicks:
        before = seen.get(who, 0)
        if before <= 2:
            kept += 1
        seen[who] = before + 1
    return laplace(kept, 2 / eps)


@mechanism(epsilon="eps")
def counted_by_link(
    clicks: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=5)], eps: Epsilon
) -> int:
    seen: dict[int, int] = {}
    kept = 0
    for _who, link in clicks:
        before = seen.get(link, 0)
        if before < 2:
            kept += 1
        seen[link] = before + 1
    return laplace(kept, 2 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def spent_by_each_from_below(
    sales: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], cap: int, eps: Epsilon
) -> int:
    spent: dict[int, int] = {}
    for customer, price in sales:
        if customer not in spent:
            spent[customer] = 0
        spent[customer] += price
    total = sum(min(s, cap) for s in spent.values())
    return laplace(total, cap / eps)


@mechanism(epsilon="eps")
def last_visit_not_clipped(
    visits: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=4)], eps: Epsilon
) -> int:
    guests: list[int] = []
    income = 0
    for guest, paid in visits:
        if guest in guests:
            income += 1
            continue
        guests.append(guest)
        income += min(max(paid, 0), 20)
    return laplace(income, 20 / eps)


@mechanism(epsilon="eps")
def homes_and_all(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], eps: Epsilon
) -> list[int]:
    counts = [0, 0, 0]
    done: list[int] = []
    for user, region in rows:
        if user not in done:
            done.append(user)
            counts[2] += 1
            if 0 <= region < 2:
                counts[region] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def entry_before_others(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=2)], eps: Epsilon
) -> int:
    users: list[int] = []
    total = 0
    for user, page in rows:
        if user not in users:
            users.append(user)
        if users[0] == user:
            total += clamp(page, 0, 5)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def rides_one_too_many(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=4)], cap: int, eps: Epsilon
) -> int:
    taken: dict[int, int] = {}
    total = 0
    for ride in rides:
        if ride.rider not in taken:
            taken[ride.rider] = 0
        if taken[ride.rider] < 4:
            taken[ride.rider] += 1
            total += clamp(ride.minutes, 0, cap)
    return laplace(total, 3 * cap / eps)


@mechanism(epsilon="eps")
def kinds_of_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    kinds: list[int] = []
    for row in rows:
        if row not in kinds:
            kinds.append(row)
    return laplace(2 * len(kinds), 1 / eps)
