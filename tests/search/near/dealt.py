"""Rows that are dealt out by where they stand, or counted by a choice that was made before, and priced too low."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed


class Shift(Enum):
    DAY = 0
    NIGHT = 1


class Ride(NamedTuple):
    shift: Shift
    paid: bool
    minutes: int


@mechanism(epsilon="eps", requires="hands >= 1 and cap >= 1")
def longest_without_a_cap(minutes: Annotated[list[int], one_changed()], hands: int, cap: int, eps: Epsilon) -> int:
    total = 0
    for hand in range(hands):
        longest = 0
        for i, m in enumerate(minutes):
            if i % hands == hand:
                longest = max(longest, m)
        total += longest
    return laplace(total, cap / eps)


@mechanism(epsilon="eps", requires="hands >= 1 and cap >= 2")
def longest_for_one_less(minutes: Annotated[list[int], one_changed()], hands: int, cap: int, eps: Epsilon) -> int:
    total = 0
    for hand in range(hands):
        longest = 0
        for i, m in enumerate(minutes):
            if i % hands == hand:
                longest = max(longest, m)
        total += clamp(longest, 0, cap)
    return laplace(total, (cap - 1) / eps)


@mechanism(epsilon="eps", requires="hands >= 2 and cap >= 1")
def each_row_in_two_hands(minutes: Annotated[list[int], one_changed()], hands: int, cap: int, eps: Epsilon) -> int:
    total = 0
    for hand in range(hands):
        longest = 0
        for i, m in enumerate(minutes):
            if i % hands == hand or (i + 1) % hands == hand:
                longest = max(longest, m)
        total += clamp(longest, 0, cap)
    return laplace(total, cap / eps)


@mechanism(epsilon="eps", requires="hands >= 1 and cap >= 1")
def positions_move(minutes: Annotated[list[int], one_added_or_removed()], hands: int, cap: int, eps: Epsilon) -> int:
    """A row that comes pushes all later ones into other hands."""
    total = 0
    for hand in range(hands):
        longest = 0
        for i, m in enumerate(minutes):
            if i % hands == hand:
                longest = max(longest, m)
        total += clamp(longest, 0, cap)
    return laplace(total, cap / eps)


@mechanism(epsilon="eps", requires="size >= 1")
def batches_by_their_rows(minutes: Annotated[list[int], one_changed()], size: int, batches: int, eps: Epsilon) -> int:
    """The batch of a row is in the row, and a row that is replaced leaves one for another."""
    full = 0
    for batch in range(batches):
        found = False
        for i in range(len(minutes)):
            if minutes[i] // size == batch:
                found = True
        if found:
            full += 1
    return laplace(full, 1 / eps)


@mechanism(epsilon="eps", requires="limits >= 1")
def choice_and_sides_overspent(
    rides: Annotated[list[Ride], one_added_or_removed()], limits: int, eps: Epsilon
) -> tuple[int, int, int]:
    """Half of the budget was for the choice, and the counts have all of it."""
    best, highest = 0, 0
    for limit in range(limits):
        below = sum(1 for ride in rides if ride.paid and ride.minutes < limit)
        noisy = laplace(below, 4 / eps)
        if limit == 0 or noisy > highest:
            best, highest = limit, noisy
    short = sum(1 for ride in rides if ride.minutes < best)
    long = sum(1 for ride in rides if ride.minutes >= best)
    return best, laplace(short, 1 / eps), laplace(long, 1 / eps)


@mechanism(epsilon="eps", requires="limits >= 1")
def sides_that_overlap(
    rides: Annotated[list[Ride], one_added_or_removed()], limits: int, eps: Epsilon
) -> tuple[int, int, int]:
    """A ride at the limit is on both sides."""
    best, highest = 0, 0
    for limit in range(limits):
        below = sum(1 for ride in rides if ride.paid and ride.minutes < limit)
        noisy = laplace(below, 4 / eps)
        if limit == 0 or noisy > highest:
            best, highest = limit, noisy
    short = sum(1 for ride in rides if ride.minutes <= best)
    long = sum(1 for ride in rides if ride.minutes >= best)
    return best, laplace(short, 2 / eps), laplace(long, 2 / eps)


@mechanism(epsilon="eps")
def small_table_of_two_columns(rides: Annotated[list[Ride], one_changed()], eps: Epsilon) -> list[list[int]]:
    """Two rows of the table are counted up for each ride."""
    table = [[0, 0], [0, 0]]
    for ride in rides:
        table[0][1 if ride.shift is Shift.NIGHT else 0] += 1
        table[1][1 if ride.paid else 0] += 1
    return [[laplace(cell, 2 / eps) for cell in row] for row in table]
