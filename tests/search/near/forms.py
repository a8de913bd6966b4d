"""The same forms as in `fresh/forms.py`, where too little is paid."""

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
def dictionary_filled_twice(
    expenses: Annotated[list[Expense], one_added_or_removed()], limit: int, eps: Epsilon
) -> dict[Kind, int]:
    """A dictionary that is not empty: one entry is without noise."""
    totals = {Kind.FOOD: 0, Kind.RENT: 0, Kind.FUN: 0}
    for expense in expenses:
        totals[expense.kind] += clamp(expense.cents, 0, limit)
    noisy = {}
    noisy[Kind.FUN] = totals[Kind.FUN]
    for kind, total in totals.items():
        if total > 0:
            noisy[kind] = laplace(total, limit / eps)
    return noisy


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def winner_with_half_the_noise(
    pays: Annotated[list[int], one_added_or_removed()], candidates: list[int], eps: Epsilon
) -> int:
    """Scores move in both directions."""
    best, winner = None, 0
    for candidate in candidates:
        score = laplace(-abs(2 * sum(1 for pay in pays if pay < candidate) - len(pays)), 1 / eps)
        if best is None or score > best:
            best = score
            winner = candidate
    return winner


@mechanism(epsilon="eps")
def grades_asked_twice(exams: Annotated[list[Expense], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """One of the keys is asked for twice."""
    amounts = [exam.cents for exam in exams]
    return [laplace(amounts.count(amount), 1 / eps) for amount in (1, 2, 5, 10, 1)]


@mechanism(epsilon="eps")
def decades_for_one_cell(ages: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    """A replaced row moves two cells."""
    cells = [0] * 10
    for age in ages:
        decade = age // 10
        if decade < 0:
            decade = 0
        if decade > 9:
            decade = 9
        cells[decade] += 1
    return [laplace(cell, 1 / eps) for cell in cells]


@mechanism(epsilon="eps")
def ranges_that_overlap(values: Annotated[list[int], one_added_or_removed()], cells: int, eps: Epsilon) -> list[int]:
    """A value on a border is in two ranges."""
    return [laplace(sum(1 for v in values if 10 * c <= v <= 10 * c + 10), 1 / eps) for c in range(cells)]
