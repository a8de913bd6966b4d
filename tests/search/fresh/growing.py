"""Lists and dictionaries of users that grow while rows are read: all rows of one user come or go."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


@dataclass(frozen=True)
class Sale:
    customer: int
    price: int


class Ride(NamedTuple):
    rider: int
    minutes: int


@mechanism(epsilon="eps")
def first_visit_only(
    visits: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=4)], eps: Epsilon
) -> int:
    guests: list[int] = []
    income = 0
    for guest, paid in visits:
        if guest in guests:
            continue
        guests.append(guest)
        income += min(max(paid, 0), 20)
    return laplace(income, 20 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def spent_by_each(
    sales: Annotated[list[Sale], one_user_added_or_removed("customer", rows=3)], cap: int, eps: Epsilon
) -> int:
    spent: dict[int, int] = {}
    for sale in sales:
        if sale.customer not in spent:
            spent[sale.customer] = 0
        spent[sale.customer] += sale.price
    total = sum(clamp(s, 0, cap) for s in spent.values())
    return laplace(total, cap / eps)


@mechanism(epsilon="eps")
def two_lists(logins: Annotated[list[tuple[int, bool]], one_user_added_or_removed(0, rows=3)], eps: Epsilon) -> int:
    names: list[int] = []
    times: list[int] = []
    for name, _ok in logins:
        at = -1
        for i, known in enumerate(names):
            if known == name:
                at = i
        if at < 0:
            names.append(name)
            times.append(1)
        else:
            times[at] += 1
    often = 0
    for t in times:
        if t >= 2:
            often += 1
    return laplace(often, 1 / eps)


@mechanism(epsilon="eps")
def homes_of_users(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], eps: Epsilon
) -> list[int]:
    counts = [0, 0, 0, 0]
    done: list[int] = []
    for user, region in rows:
        if user not in done:
            done.append(user)
            if 0 <= region < 4:
                counts[region] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="2 * eps")
def largest_of_each(
    bills: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], eps: Epsilon
) -> tuple[int, int]:
    largest: dict[int, int] = {}
    for patient, amount in bills:
        largest[patient] = max(largest.get(patient, 0), amount)
    total = 0
    for amount in largest.values():
        total += min(amount, 50)
    return laplace(total, 50 / eps), laplace(len(largest), 1 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def rides_capped(
    rides: Annotated[list[Ride], one_user_added_or_removed("rider", rows=4)], cap: int, eps: Epsilon
) -> int:
    taken: dict[int, int] = {}
    total = 0
    for ride in rides:
        if ride.rider not in taken:
            taken[ride.rider] = 0
        if taken[ride.rider] < 3:
            taken[ride.rider] += 1
            total += clamp(ride.minutes, 0, cap)
    return laplace(total, 3 * cap / eps)
