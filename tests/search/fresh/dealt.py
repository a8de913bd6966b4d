"""Rows that are dealt out by where they stand; what is counted by a choice that was made before; tables in a table."""

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
def longest_of_each_hand(minutes: Annotated[list[int], one_changed()], hands: int, cap: int, eps: Epsilon) -> int:
    total = 0
    for hand in range(hands):
        longest = 0
        for i, m in enumerate(minutes):
            if i % hands == hand:
                longest = max(longest, m)
        total += clamp(longest, 0, cap)
    return laplace(total, cap / eps)


@mechanism(epsilon="eps", requires="size >= 1")
def batches_in_order(minutes: Annotated[list[int], one_changed()], size: int, batches: int, eps: Epsilon) -> int:
    """How many batches of consecutive rows have a large row."""
    full = 0
    for batch in range(batches):
        found = False
        for i in range(len(minutes)):
            if i // size == batch and minutes[i] > 60:
                found = True
        if found:
            full += 1
    return laplace(full, 1 / eps)


@mechanism(epsilon="eps", requires="limits >= 1")
def best_limit_then_sides(
    rides: Annotated[list[Ride], one_added_or_removed()], limits: int, eps: Epsilon
) -> tuple[int, int, int]:
    """The limit with the most paid rides below it, and how many rides are on both sides of it."""
    best, highest = 0, 0
    for limit in range(limits):
        below = sum(1 for ride in rides if ride.paid and ride.minutes < limit)
        noisy = laplace(below, 4 / eps)
        if limit == 0 or noisy > highest:
            best, highest = limit, noisy
    short = sum(1 for ride in rides if ride.minutes < best)
    long = sum(1 for ride in rides if ride.minutes >= best)
    return best, laplace(short, 2 / eps), laplace(long, 2 / eps)


@mechanism(epsilon="eps")
def small_table(rides: Annotated[list[Ride], one_changed()], eps: Epsilon) -> list[list[int]]:
    table = [[0, 0], [0, 0]]
    for ride in rides:
        table[1 if ride.shift is Shift.NIGHT else 0][1 if ride.paid else 0] += 1
    return [[laplace(cell, 2 / eps) for cell in row] for row in table]
