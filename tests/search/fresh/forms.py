"""Questions about rows in forms that have to be seen through: dictionaries that are filled, flags, lists."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed


class Kind(Enum):
    FOOD = 0
    RENT = 1
    FUN = 2


class Expense(NamedTuple):
    kind: Kind
    cents: int


@mechanism(epsilon="eps", requires="limit >= 1")
def dictionary_filled(
    expenses: Annotated[list[Expense], one_added_or_removed()], limit: int, eps: Epsilon
) -> dict[Kind, int]:
    """Each key is put into an empty dictionary once."""
    totals = {Kind.FOOD: 0, Kind.RENT: 0, Kind.FUN: 0}
    for expense in expenses:
        totals[expense.kind] += clamp(expense.cents, 0, limit)
    noisy = {}
    for kind, total in totals.items():
        noisy[kind] = laplace(total, limit / eps)
    return noisy


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def winner_of_candidates(
    pays: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    """The winner itself is returned, and not its position; candidates may be the same."""
    best, winner = None, 0
    for candidate in candidates:
        score = laplace(-abs(2 * sum(1 for pay in pays if pay < candidate) - len(pays)), 2 / eps)
        if best is None or score > best:
            best = score
            winner = candidate
    return winner


@mechanism(epsilon="eps")
def grades_asked_again(exams: Annotated[list[Expense], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """A list of numbers of the rows, which is asked for each key."""
    amounts = [exam.cents for exam in exams]
    return [laplace(amounts.count(amount), 1 / eps) for amount in (1, 2, 5, 10, 20)]


@mechanism(epsilon="eps")
def decades_by_branches(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    """Where a row is counted is cut off by statements."""
    cells = [0] * 10
    for age in ages:
        decade = age // 10
        if decade < 0:
            decade = 0
        if decade > 9:
            decade = 9
        cells[decade] += 1
    return [laplace(cell, 2 / eps) for cell in cells]


@mechanism(epsilon="eps")
def ranges_that_follow(values: Annotated[list[int], one_added_or_removed()], cells: int, eps: Epsilon) -> list[int]:
    """A value is in one of the ranges at most."""
    return [laplace(sum(1 for v in values if 10 * c + 1 <= v <= 10 * c + 10), 1 / eps) for c in range(cells)]
