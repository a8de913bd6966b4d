"""Tables that are lists of lists, rows of one user in many cells, and rows of a user that are rationed."""

from typing import Annotated, NamedTuple

from twinproof import (
    Epsilon,
    clamp,
    laplace,
    mechanism,
    one_added_or_removed,
    one_user_added_or_removed,
    one_user_changed,
    one_within,
)


class Sale(NamedTuple):
    shop: int
    item: int
    price: int


class Trip(NamedTuple):
    rider: int
    miles: int
    tip: int


@mechanism(epsilon="rounds * eps", requires="rounds >= 0")
def rounds_of_cells(cells: Annotated[list[int], one_within(1)], rounds: int, eps: Epsilon) -> list[list[int]]:
    """A list of lists: the noisy histogram of each round."""
    out: list[list[int]] = []
    for _ in range(rounds):
        row: list[int] = []
        for x in cells:
            row.append(laplace(x, 1 / eps))
        out.append(list(row))
    return out


@mechanism(epsilon="eps", requires="shops >= 1 and items >= 1")
def grid_by_index(
    sales: Annotated[list[Sale], one_added_or_removed()], shops: int, items: int, eps: Epsilon
) -> list[int]:
    """A table of both columns, released cell by cell into one list."""
    grid = [[0 for _ in range(items)] for _ in range(shops)]
    for s in sales:
        if 0 <= s.shop < shops and 0 <= s.item < items:
            grid[s.shop][s.item] += 1
    out = []
    for a in range(shops):
        for b in range(items):
            out.append(laplace(grid[a][b], 1 / eps))
    return out


@mechanism(epsilon="eps", requires="shops >= 1 and items >= 1 and cap >= 1")
def grid_of_sums(
    sales: Annotated[list[Sale], one_added_or_removed()], shops: int, items: int, cap: int, eps: Epsilon
) -> list[list[int]]:
    """Clamped totals by both columns."""
    grid = [[0] * items for _ in range(shops)]
    for s in sales:
        if 0 <= s.shop < shops and 0 <= s.item < items:
            grid[s.shop][s.item] += clamp(s.price, -cap, cap)
    noisy = []
    for row in grid:
        line = []
        for cell in row:
            line.append(laplace(cell, cap / eps))
        noisy.append(list(line))
    return noisy


@mechanism(epsilon="eps", requires="riders >= 0")
def two_trips_of_each(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=6)], riders: int, eps: Epsilon
) -> int:
    """The first two trips of each rider, with amounts of both signs."""
    used = [0 for _ in range(riders)]
    balance = 0
    for t in trips:
        if 0 <= t.rider < riders and used[t.rider] < 2:
            used[t.rider] += 1
            balance += clamp(t.miles - t.tip, -7, 5)
    return laplace(balance, 14 / eps)


@mechanism(epsilon="eps", requires="riders >= 0 and most >= 1")
def some_trips_of_each(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=6)], riders: int, most: int, eps: Epsilon
) -> int:
    """As many trips of each rider as a parameter says."""
    used = [0] * riders
    miles = 0
    for t in trips:
        if t.rider < 0 or t.rider >= riders or used[t.rider] >= most:
            continue
        used[t.rider] += 1
        miles += min(max(t.miles, 0), 30)
    return laplace(miles, 30 * most / eps)


@mechanism(epsilon="eps", requires="riders >= 0 and cap >= 1")
def trips_and_tips(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=5)], riders: int, cap: int, eps: Epsilon
) -> tuple[int, int]:
    """A count and a sum of the same two trips of each rider."""
    seen = [0] * riders
    n = 0
    total = 0
    for t in trips:
        if t.rider < 0 or t.rider >= riders:
            continue
        if seen[t.rider] < 2:
            n += 1
            total += clamp(t.tip, 0, cap)
        seen[t.rider] += 1
    return laplace(n, 4 / eps), laplace(total, 4 * cap / eps)


@mechanism(epsilon="eps", requires="riders >= 0")
def riders_far_away(trips: Annotated[list[Trip], one_user_changed("rider", rows=4)], riders: int, eps: Epsilon) -> int:
    """How many riders went more than a hundred miles in all."""
    far = 0
    for rider in range(riders):
        miles = 0
        for t in trips:
            if t.rider == rider:
                miles += t.miles
        if miles > 100:
            far += 1
    return laplace(far, 1 / eps)


@mechanism(epsilon="eps")
def keys_of_a_range(
    visits: Annotated[list[int], one_within(1)], days: list[int], last: int, eps: Epsilon
) -> dict[int, int]:
    counts = dict.fromkeys(range(1, last), 0)
    for visit, day in zip(visits, days, strict=False):
        if day in counts:
            counts[day] += visit
    return {day: laplace(count, 1 / eps) for day, count in counts.items()}
