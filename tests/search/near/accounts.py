"""Budgets in small tables that are overdrawn, and scales that a requirement makes too small: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_changed, one_within, within


@mechanism(epsilon="2 * eps")
def one_more_than_left(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int | None]:
    """An answer when nothing is left."""
    left = {"ann": 2}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers, strict=False):
        if name in left and left[name] >= 0:
            left[name] -= 1
            replies.append(laplace(answer, 1 / eps))
        else:
            replies.append(None)
    return replies


@mechanism(epsilon="2 * eps")
def budget_of_one_for_all(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int | None]:
    """Two for each of two, and the claim is that of one."""
    left = {"ann": 2, "bob": 2}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers, strict=False):
        if name in left and left[name] > 0:
            left[name] -= 1
            replies.append(laplace(answer, 1 / eps))
        else:
            replies.append(None)
    return replies


@mechanism(epsilon="4 * eps")
def on_the_account_of_another(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int | None]:
    """Whoever asks, it is ann who pays."""
    left = {"ann": 2, "bob": 2}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers, strict=False):
        if name in left and left[name] > 0:
            left["ann"] -= 1
            replies.append(laplace(answer, 1 / eps))
        else:
            replies.append(None)
    return replies


@mechanism(epsilon="3 * eps")
def last_account_is_not_counted(
    places: list[int], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int]:
    """The position before the first is the last one."""
    left = [1, 2]
    replies = []
    for place, answer in zip(places, answers, strict=False):
        if 0 <= place < len(left) and left[place] > 0:
            left[place - 1] -= 1
            replies.append(laplace(answer, 1 / eps))
    return replies


@mechanism(epsilon="eps", requires="low <= high and (low < 0 or high > 0)")
def sum_of_replaced(rows: Annotated[list[int], one_changed()], low: int, high: int, eps: Epsilon) -> int:
    """A row that is replaced moves the sum from one end to the other."""
    return laplace(sum(max(low, min(row, high)) for row in rows), max(abs(low), abs(high)) / eps)


@mechanism(epsilon="eps", requires="unit != 0")
def in_fewer_units(x: Annotated[int, within("abs(unit) + 1")], unit: int, eps: Epsilon) -> int:
    """One more than the units."""
    return laplace(x, abs(unit) / eps)


@mechanism(epsilon="eps", requires="len(days) == 4")
def levels_short_of_one(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    """Three levels, and the noise is for two."""
    tree: list[list[int]] = []
    size = 1
    while size <= 4:
        level = []
        for j in range(4 // size):
            level.append(laplace(sum(days[j * size : (j + 1) * size]), 2 / eps))
        tree.append(level)
        size *= 2
    return tree
