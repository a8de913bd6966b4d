"""Mechanisms on rows that look private and are not: each one's claim is false."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor
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
)


class Shop(Enum):
    NORTH = 1
    SOUTH = 2
    WEST = 3


class Visit(NamedTuple):
    user: int
    shop: Shop
    spent: int


@dataclass(frozen=True)
class Person:
    age: int
    height: int
    member: bool


# ---------------------------------------------------------------------------------------------------- bounds and scales


@mechanism(epsilon="eps", requires="high >= 1")
def one_beyond_the_clamp(rows: Annotated[list[int], one_added_or_removed()], high: int, eps: Epsilon) -> int:
    """Values up to high + 1, noise for high."""
    return laplace(sum(clamp(r, 0, high + 1) for r in rows), high / eps)


@mechanism(epsilon="eps")
def one_below_the_clamp(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Values from −4, noise for 3."""
    return laplace(sum(max(-4, min(r, 3)) for r in rows), 3 / eps)


@mechanism(epsilon="eps", requires="low < high and high >= 1")
def only_the_upper_bound_is_priced(
    rows: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon
) -> int:
    """The lower bound may be the larger one."""
    return laplace(sum(clamp(r, low, high) for r in rows), high / eps)


@mechanism(epsilon="eps")
def bounds_in_the_wrong_order(
    rows: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon
) -> int:
    """Nothing says that low ≤ high: if not, each row counts low."""
    return laplace(sum(clamp(r, low, high) for r in rows), (abs(high) + 1) / eps)


@mechanism(epsilon="eps", requires="low < high")
def width_where_rows_come_and_go(
    rows: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon
) -> int:
    """A row that comes moves the sum by up to the larger bound, not by their difference."""
    return laplace(sum(clamp(r, low, high) for r in rows), (high - low) / eps)


@mechanism(epsilon="eps", requires="low < high")
def size_where_a_row_is_replaced(rows: Annotated[list[int], one_changed()], low: int, high: int, eps: Epsilon) -> int:
    """A row that is replaced moves the sum by the difference of the bounds."""
    return laplace(sum(clamp(r, low, high) for r in rows), max(1, abs(low), abs(high)) / eps)


@mechanism(epsilon="eps")
def square_of_a_signed_value(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """Squares of numbers from −3 to 2 lie between 0 and 9."""
    return laplace(sum(clamp(r, -3, 2) ** 2 for r in rows), 5 / eps)


@mechanism(epsilon="eps")
def product_with_signs(rows: Annotated[list[tuple[int, int]], one_changed()], eps: Epsilon) -> int:
    """Products of numbers from −2 to 2 move by 8."""
    return laplace(sum(clamp(a, -2, 2) * clamp(b, -2, 2) for a, b in rows), 4 / eps)


@mechanism(epsilon="eps")
def clamped_in_one_branch(rows: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> int:
    """Members are not clamped."""
    total = 0
    for r in rows:
        if r.member:
            total += r.age
        else:
            total += clamp(r.age, 0, 9)
    return laplace(total, 9 / eps)


@mechanism(epsilon="eps")
def another_column_is_clamped(rows: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> int:
    """The height is clamped, and the age added up."""
    total = 0
    for r in rows:
        height = clamp(r.height, 0, 9)
        total += r.age if height > 5 else 0
    return laplace(total, 9 / eps)


@mechanism(epsilon="eps")
def filter_after_the_clamp(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """Values from 2 to 4 are kept, or 0 is: they move by 4."""
    kept = [clamp(r, 2, 4) for r in rows if r >= 0]
    return laplace(sum(kept), 2 / eps)


@mechanism(epsilon="eps")
def halves_are_rounded_up(rows: Annotated[list[Fraction], one_added_or_removed()], eps: Epsilon) -> int:
    """Twice a share is up to 2."""
    return laplace(floor(2 * sum((clamp(r, Fraction(0), Fraction(1)) for r in rows), Fraction(0))), 1 / eps)


@mechanism(epsilon="eps")
def off_the_grid(rows: Annotated[list[Fraction], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """The draw raises where a share is no half."""
    total = sum((clamp(r, Fraction(0), Fraction(1)) for r in rows), Fraction(0))
    return laplace(total, 1 / eps, grid=2)


# ------------------------------------------------------------------------------------------------- more than one answer


@mechanism(epsilon="eps")
def two_loops_one_budget(rows: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """Each answer has the whole budget."""
    members = 0
    for r in rows:
        if r.member:
            members += 1
    grown = 0
    for r in rows:
        if r.age >= 18:
            grown += 1
    return laplace(members, 1 / eps), laplace(grown, 1 / eps)


@mechanism(epsilon="eps")
def length_twice(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Two noisy lengths, and the sum of them."""
    return laplace(len(rows), 1 / eps) + 1000 * laplace(len(rows), 1 / eps)


@mechanism(epsilon="eps")
def length_and_its_double(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(2 * len(rows), 1 / eps)


@mechanism(epsilon="eps")
def rows_run_over_twice(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Each row counts twice."""
    return laplace(len([r for r in rows + rows if r > 0]), 1 / eps)


@mechanism(epsilon="eps")
def two_cells_move(rows: Annotated[list[Shop], one_changed()], eps: Epsilon) -> list[int]:
    """A row that is replaced leaves one cell and enters another."""
    counts = {shop: 0 for shop in Shop}  # noqa: C420
    for r in rows:
        counts[r] += 1
    return [laplace(count, 1 / eps) for count in counts.values()]


@mechanism(epsilon="eps")
def cells_that_overlap(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """A row is in all cells above it."""
    return [laplace(sum(r <= k for r in rows), 1 / eps) for k in range(3)]


@mechanism(epsilon="eps")
def cells_and_their_sum(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int, int]:
    cells = [0] * 2
    for r in rows:
        cells[r % 2] += 1
    return laplace(cells[0], 1 / eps), laplace(cells[1], 1 / eps), laplace(cells[0] + cells[1], 1 / eps)


@mechanism(epsilon="eps")
def rest_falls_into_the_next(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """A forgotten `else`: rows of the first part are in the second too."""
    first, second = 0, 0
    for r in rows:
        if r > 0:
            first += 1
        if r > 5 or r <= 0:
            second += 1
    return laplace(first, 1 / eps), laplace(second, 1 / eps)


@mechanism(epsilon="max(one, two)")
def budgets_of_parts_that_meet(
    rows: Annotated[list[Person], one_added_or_removed()], one: Epsilon, two: Epsilon
) -> tuple[int, int]:
    """Members may be old."""
    members = [r for r in rows if r.member]
    old = [r for r in rows if r.age > 60]
    return laplace(len(members), 1 / one), laplace(len(old), 1 / two)


@mechanism(epsilon="max(one, two)")
def parts_of_a_row_that_is_replaced(
    rows: Annotated[list[bool], one_changed()], one: Epsilon, two: Epsilon
) -> tuple[int, int]:
    """A row goes from one part to the other, and both answers move."""
    yes = sum(rows)
    return laplace(yes, 1 / one), laplace(len(rows) - yes, 1 / two)


@mechanism(epsilon="eps")
def two_lists_move(
    rows: Annotated[list[int], one_added_or_removed()],
    others: Annotated[list[int], one_added_or_removed()],
    eps: Epsilon,
) -> int:
    """Either list may have one more, and both."""
    return laplace(len(rows) + len(others), 1 / eps)


@mechanism(epsilon="eps")
def two_lists_move_apart(
    rows: Annotated[list[int], one_changed()], others: Annotated[list[int], one_added_or_removed()], eps: Epsilon
) -> int:
    return laplace(sum(r > 0 for r in rows) - len(others), 1 / eps)


# -------------------------------------------------------------------------------------------------- lengths that show


@mechanism(epsilon="eps")
def as_many_answers_as_rows(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> list[int]:
    return [laplace(0, 1 / eps) for _ in rows]


@mechanism(epsilon="eps")
def as_many_draws_as_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """More noise where there are more rows."""
    noise = 0
    for _ in range(len(rows)):
        noise += laplace(0, 1 / eps)
    return laplace(noise, 1 / eps)


@mechanism(epsilon="eps")
def last_draw_of_many(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Without rows there is no draw."""
    answer = 0
    for r in rows:
        answer = laplace(clamp(r, 0, 1), 1 / eps)
    return answer


@mechanism(epsilon="eps")
def scale_with_the_length(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The scale is never too small, and tells the length."""
    return laplace(len(rows), (len(rows) + 5) / eps)


@mechanism(epsilon="eps", requires="top >= 1")
def scale_for_rows_that_are_there(rows: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> int:
    """The noise is for the largest value that there is."""
    largest = max((clamp(r, 0, top) for r in rows), default=0)
    return laplace(sum(clamp(r, 0, top) for r in rows), max(1, largest) / eps)


@mechanism(epsilon="eps")
def divided_by_the_length(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A mean of numbers from 0 to 8, by the true length: it moves by up to 8."""
    return laplace(sum(clamp(r, 0, 8) for r in rows) // max(1, len(rows)), 4 / eps)


@mechanism(epsilon="eps", requires="most >= 1")
def first_few_rows(rows: Annotated[list[int], one_added_or_removed()], most: int, eps: Epsilon) -> int:
    """A row that comes first drives another one out: the sum moves by the width."""
    return laplace(sum(clamp(r, -2, 2) for r in rows[:most]), 2 / eps)


@mechanism(epsilon="eps")
def answers_while_there_are_rows(rows: Annotated[list[int], one_added_or_removed()], n: int, eps: Epsilon) -> list[int]:
    """As many answers as there are rows, up to a public number."""
    return [laplace(0, 1 / eps) for _ in range(min(n, len(rows)))]


@mechanism(epsilon="eps")
def empty_or_not(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Without rows the answer is exact."""
    if not rows:
        return 0
    return laplace(len(rows), 1 / eps)


# ---------------------------------------------------------------------------------------------- runs that raise or stop


@mechanism(epsilon="eps")
def first_row_of_none(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Raises without rows."""
    return laplace(clamp(rows[0], 0, 1), 1 / eps)


@mechanism(epsilon="eps")
def last_row_of_none(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The last row is looked at, and not used."""
    last = rows[-1]
    return laplace(len(rows), 1 / eps) if last > 0 or last <= 0 else 0


@mechanism(epsilon="eps")
def largest_of_none(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(clamp(max(rows), 0, 1), 1 / eps)


@mechanism(epsilon="eps")
def divides_by_a_row(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """A row that is 0 raises."""
    return laplace(sum(clamp(7 // r, 0, 1) for r in rows), 1 / eps)


@mechanism(epsilon="eps")
def row_that_must_not_be(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    for r in rows:
        assert r != 13
    return laplace(len(rows), 1 / eps)


@mechanism(epsilon="eps")
def cell_that_is_not_there(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """A row of another number raises."""
    cells = [0] * 3
    for r in rows:
        cells[r] += 1
    return [laplace(c, 1 / eps) for c in cells]


@mechanism(epsilon="eps")
def row_that_never_ends(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """One row keeps the loop from going on."""
    i = 0
    while i < len(rows):
        if rows[i] != 13:
            i += 1
    return laplace(0, 1 / eps)


@mechanism(epsilon="eps")
def as_many_rows_as_weights(
    rows: Annotated[list[int], one_added_or_removed()], weights: list[int], eps: Epsilon
) -> int:
    """Raises where there are more rows than weights."""
    total = 0
    for i in range(len(rows)):
        total += clamp(rows[i], 0, 1) * clamp(weights[i], 0, 1)
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps", requires="top >= 1")
def stops_when_full(rows: Annotated[list[int], one_changed()], top: int, eps: Epsilon) -> int:
    """A row decides how many others count."""
    total = 0
    for r in rows:
        if total > top:
            break
        total += clamp(r, -top, top)
    return laplace(total, 2 * top / eps)


@mechanism(epsilon="eps")
def until_the_first_large_one(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """How many rows stand before it: one row may change that by any number."""
    count = 0
    for r in rows:
        if r > 100:
            break
        count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def leading_rows(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    i = 0
    while i < len(rows) and rows[i] >= 0:
        i += 1
    return laplace(i, 1 / eps)


@mechanism(epsilon="eps")
def all_or_nothing(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """One negative row takes all others with it."""
    return laplace(len(rows) if all(r >= 0 for r in rows) else 0, 1 / eps)


@mechanism(epsilon="eps")
def answered_at_once(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A special row is told without noise."""
    count = 0
    for r in rows:
        if r == 13:
            return -1
        count += 1
    return laplace(count, 1 / eps)


# -------------------------------------------------------------------------------------------- positions and other rows


@mechanism(epsilon="eps")
def every_second_one(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A row that comes first changes all that follow."""
    total = 0
    for i in range(0, len(rows), 2):
        total += clamp(rows[i], 0, 1)
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def weighted_by_position(rows: Annotated[list[int], one_added_or_removed()], weights: list[int], eps: Epsilon) -> int:
    """All rows behind one that comes get another weight."""
    total = 0
    for r, w in zip(rows, weights):  # noqa: B905
        total += clamp(r, 0, 1) * clamp(w, 0, 1)
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def signs_by_position(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for i, r in enumerate(rows):
        if r:
            total += 1 if i % 2 == 0 else -1
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def unlike_the_one_before(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """A row stands in two differences."""
    changes = 0
    for i in range(1, len(rows)):
        if rows[i] != rows[i - 1]:
            changes += 1
    return laplace(changes, 1 / eps)


@mechanism(epsilon="eps")
def unlike_the_one_before_on_a_ring(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """The first row is compared with the last one, which stands at −1."""
    return laplace(sum(rows[i] != rows[i - 1] for i in range(len(rows))), 1 / eps)


@mechanism(epsilon="eps")
def pairs_that_agree(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """A row agrees with any number of others."""
    return laplace(sum(a == b for a in rows for b in rows), 2 / eps)


@mechanism(epsilon="eps")
def like_the_first(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """All are compared with one row."""
    return laplace(sum(r == rows[0] for r in rows), 1 / eps)


@mechanism(epsilon="eps")
def above_the_last(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """All are compared with the row before the end."""
    return laplace(len([r for r in rows if r > rows[-1]]), 1 / eps)


@mechanism(epsilon="eps")
def rows_since_the_last_mark(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """A mark begins the count anew."""
    count = 0
    for r in rows:
        count = 0 if r else count + 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def switched_on_and_off(rows: Annotated[list[tuple[bool, int]], one_changed()], eps: Epsilon) -> int:
    """A switch decides of all rows behind it."""
    on, total = False, 0
    for switch, value in rows:
        if switch:
            on = not on
        if on:
            total += clamp(value, 0, 1)
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def running_total_is_clamped(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """The total is clamped on the way, and the rows are not: a late row counts more."""
    total = 0
    for r in rows:
        total = clamp(total + r, 0, 10)
    return laplace(total, 5 / eps)


# ------------------------------------------------------------------------------------------------------ all of one user


@mechanism(epsilon="eps")
def user_with_two_rows(visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon) -> int:
    """Noise for one row."""
    return laplace(len(visits), 1 / eps)


@mechanism(epsilon="eps")
def user_with_three_rows(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=3)], eps: Epsilon
) -> int:
    """Noise for two rows."""
    return laplace(sum(clamp(v.spent, 0, 5) for v in visits), 10 / eps)


@mechanism(epsilon="eps")
def user_in_two_shops(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon
) -> dict[Shop, int]:
    """The rows of a user are in two cells."""
    counts = {shop: 0 for shop in Shop}  # noqa: C420
    for v in visits:
        counts[v.shop] += 1
    return {shop: laplace(count, 1 / eps) for shop, count in counts.items()}


@mechanism(epsilon="eps")
def user_changes_shop(visits: Annotated[list[Visit], one_user_changed("user", rows=1)], eps: Epsilon) -> list[int]:
    """A visit is replaced: two cells move."""
    return [laplace(sum(v.shop is shop for v in visits), 1 / eps) for shop in Shop]


@mechanism(epsilon="eps")
def user_of_another_column(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon
) -> int:
    """At most one row of each amount is counted, which says nothing about users."""
    used = [0] * 5
    kept = 0
    for v in visits:
        if 0 <= v.spent < 5 and used[v.spent] < 1:
            used[v.spent] += 1
            kept += 1
    return laplace(kept, 1 / eps)


@mechanism(epsilon="eps")
def one_row_too_many(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=3)], users: int, eps: Epsilon
) -> int:
    """`<=` lets two rows of a user in."""
    used = [0] * users
    kept = 0
    for v in visits:
        if 0 <= v.user < users and used[v.user] <= 1:
            used[v.user] += 1
            kept += 1
    return laplace(kept, 1 / eps)


@mechanism(epsilon="eps")
def never_counted_up(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], users: int, eps: Epsilon
) -> int:
    """What was used is not noted."""
    used = [0] * users
    kept = 0
    for v in visits:
        if 0 <= v.user < users and used[v.user] < 1:
            kept += 1
    return laplace(kept, 1 / eps)


@mechanism(epsilon="eps")
def user_counted_from_the_end(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon
) -> int:
    """A user below −3 raises."""
    used = [0] * 3
    kept = 0
    for v in visits:
        if v.user < 3 and used[v.user] < 1:
            used[v.user] += 1
            kept += 1
    return laplace(kept, 1 / eps)


@mechanism(epsilon="eps")
def first_rows_of_all(visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon) -> int:
    """The first three rows of all: two that leave let two others in, which may count less."""
    kept = visits[:3]
    return laplace(sum(clamp(v.spent, -5, 5) for v in kept), 10 / eps)


@mechanism(epsilon="eps")
def unlike_the_last_user(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=2)], eps: Epsilon
) -> int:
    """A user is new again after somebody else."""
    last, users = -1, 0
    for v in visits:
        if v.user != last:
            users += 1
        last = v.user
    return laplace(users, 1 / eps)


@mechanism(epsilon="eps")
def user_totals_of_two_users(
    visits: Annotated[list[Visit], one_user_changed("user", rows=2)], users: int, eps: Epsilon
) -> int:
    """A total that is clamped to −5 and 5 moves by 10."""
    totals = [0] * users
    for v in visits:
        if 0 <= v.user < users:
            totals[v.user] += v.spent
    return laplace(sum(clamp(t, -5, 5) for t in totals), 5 / eps)


@mechanism(epsilon="eps")
def rows_of_a_changed_user(visits: Annotated[list[Visit], one_user_changed("user", rows=2)], eps: Epsilon) -> int:
    """Both rows move from 0 to 5."""
    return laplace(sum(clamp(v.spent, 0, 5) for v in visits), 5 / eps)
