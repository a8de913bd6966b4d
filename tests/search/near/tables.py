"""Tables and rations that look private and are not: each one's claim is false."""

from typing import Annotated, NamedTuple

from twinproof import (
    Epsilon,
    clamp,
    laplace,
    mechanism,
    one_added_or_removed,
    one_changed,
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


class Point(NamedTuple):
    x: int
    y: int


@mechanism(epsilon="eps", requires="shops >= 1 and items >= 1")
def grid_changed_one_cell(
    sales: Annotated[list[Sale], one_changed()], shops: int, items: int, eps: Epsilon
) -> list[list[int]]:
    """A row that is replaced leaves one cell and enters another."""
    grid = [[0] * items for _ in range(shops)]
    for s in sales:
        grid[s.shop % shops][s.item % items] += 1
    return [[laplace(c, 1 / eps) for c in row] for row in grid]


@mechanism(epsilon="eps", requires="shops >= 1 and items >= 1 and cap >= 1")
def grid_of_half_clamped_sums(
    sales: Annotated[list[Sale], one_added_or_removed()], shops: int, items: int, cap: int, eps: Epsilon
) -> list[list[int]]:
    """No lower bound."""
    grid = [[0] * items for _ in range(shops)]
    for s in sales:
        if 0 <= s.shop < shops and 0 <= s.item < items:
            grid[s.shop][s.item] += min(s.price, cap)
    return [[laplace(c, cap / eps) for c in row] for row in grid]


@mechanism(epsilon="eps", requires="shops >= 1 and items >= 1")
def grid_with_a_margin(
    sales: Annotated[list[Sale], one_added_or_removed()], shops: int, items: int, eps: Epsilon
) -> list[list[int]]:
    """A row is counted in its cell, and in the first one of its line."""
    grid = [[0] * items for _ in range(shops)]
    for s in sales:
        if 0 <= s.shop < shops and 0 <= s.item < items:
            grid[s.shop][s.item] += 1
            grid[s.shop][0] += 1
    return [[laplace(c, 1 / eps) for c in row] for row in grid]


@mechanism(epsilon="eps", requires="riders >= 0")
def three_trips_of_each(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=6)], riders: int, eps: Epsilon
) -> int:
    """Three trips, and noise for two."""
    used = [0 for _ in range(riders)]
    balance = 0
    for t in trips:
        if 0 <= t.rider < riders and used[t.rider] <= 2:
            used[t.rider] += 1
            balance += clamp(t.miles - t.tip, -7, 5)
    return laplace(balance, 14 / eps)


@mechanism(epsilon="eps", requires="riders >= 0 and most >= 1")
def one_trip_too_many(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=6)], riders: int, most: int, eps: Epsilon
) -> int:
    """`>` where `>=` was meant."""
    used = [0] * riders
    miles = 0
    for t in trips:
        if t.rider < 0 or t.rider >= riders or used[t.rider] > most:
            continue
        used[t.rider] += 1
        miles += min(max(t.miles, 0), 30)
    return laplace(miles, 30 * most / eps)


@mechanism(epsilon="eps", requires="n_users >= 0")
def two_counts_of_far_riders(
    trips: Annotated[list[Trip], one_user_changed("rider", rows=4)], n_users: int, eps: Epsilon
) -> int:
    """A rider may count twice."""
    far = 0
    for rider in range(n_users):
        miles = sum(t.miles for t in trips if t.rider == rider)
        if miles > 100:
            far += 1
        if miles > 200:
            far += 1
    return laplace(far, 1 / eps)


@mechanism(epsilon="eps")
def hours_of_three_rows(
    trips: Annotated[list[Trip], one_user_added_or_removed("rider", rows=3)], eps: Epsilon
) -> list[int]:
    """Three rows of a user, and noise for two."""
    cells = [0] * 12
    for t in trips:
        cells[t.miles % 12] += 1
    return [laplace(cell, 2 / eps) for cell in cells]


@mechanism(epsilon="eps", requires="b >= 1 and len(centres) >= 1")
def sums_by_nearest_unclamped(
    points: Annotated[list[Point], one_added_or_removed()], centres: list[int], b: int, eps: Epsilon
) -> list[int]:
    """What is added is not clamped, only what is compared."""
    sums = [0] * len(centres)
    for p in points:
        x = clamp(p.x, -b, b)
        best = 0
        for i in range(1, len(centres)):
            if abs(x - centres[i]) < abs(x - centres[best]):
                best = i
        sums[best] += p.x
    return [laplace(s, b / eps) for s in sums]


@mechanism(epsilon="eps", requires="b >= 1 and len(centres) >= 1")
def sums_by_nearest_changed(
    points: Annotated[list[Point], one_changed()], centres: list[int], b: int, eps: Epsilon
) -> list[int]:
    """A row that is replaced leaves one cluster and enters another."""
    sums = [0] * len(centres)
    for p in points:
        x = clamp(p.x, -b, b)
        best = 0
        for i in range(1, len(centres)):
            if abs(x - centres[i]) < abs(x - centres[best]):
                best = i
        sums[best] += x
    return [laplace(s, b / eps) for s in sums]


@mechanism(epsilon="eps")
def keys_of_a_range_and_the_next(
    visits: Annotated[list[int], one_within(1)], days: list[int], last: int, eps: Epsilon
) -> dict[int, int]:
    counts = dict.fromkeys(range(last), 0)
    for visit, day in zip(visits, days, strict=False):
        if day in counts:
            counts[day] += visit
        if day + 1 in counts:
            counts[day + 1] += visit
    return {day: laplace(count, 1 / eps) for day, count in counts.items()}
