"""Budgets in small tables, what a requirement says with `or`, lists that are put into others. All keep their claims."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_added_or_removed, one_within, within


class Desk(Enum):
    NORTH = 1
    SOUTH = 2


@mechanism(epsilon="2 * eps")
def one_account(asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int | None]:
    """A dictionary with one key."""
    left = {"ann": 2}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers, strict=False):
        if name in left and left[name] > 0:
            left[name] -= 1
            replies.append(laplace(answer, 1 / eps))
        else:
            replies.append(None)
    return replies


@mechanism(epsilon="3 * eps")
def accounts_by_number(places: list[int], answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """A list in the place of a dictionary."""
    left = [1, 2]
    replies = []
    for place, answer in zip(places, answers, strict=False):
        if 0 <= place < len(left) and left[place] > 0:
            left[place] -= 1
            replies.append(laplace(answer, 1 / eps))
    return replies


@mechanism(epsilon="4 * eps")
def accounts_of_desks(desks: list[Desk], answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Counted up, and each member of the enum is a key."""
    used: dict[Desk, int] = dict.fromkeys(Desk, 0)
    replies = []
    for desk, answer in zip(desks, answers, strict=False):
        if used[desk] == 2:
            continue
        used[desk] += 1
        replies.append(laplace(answer, 1 / eps))
    return replies


@mechanism(epsilon="3 * eps")
def accounts_of_two_sizes(
    asked_by: list[str], answers: Annotated[list[int], each_within(1)], eps: Epsilon
) -> list[int | None]:
    """The limit of each is a constant of its own."""
    left: dict[str, int] = {"ann": 1, "bob": 2}
    replies: list[int | None] = []
    for name, answer in zip(asked_by, answers, strict=False):
        if name not in left or left[name] == 0:
            replies.append(None)
            continue
        replies.append(laplace(answer, 1 / eps))
        left[name] -= 1
    return replies


@mechanism(epsilon="eps", requires="low <= high and (low < 0 or high > 0)")
def sum_between(rows: Annotated[list[int], one_added_or_removed()], low: int, high: int, eps: Epsilon) -> int:
    """One of the two is not 0, and so is the larger of their sizes."""
    return laplace(sum(max(low, min(row, high)) for row in rows), max(abs(low), abs(high)) / eps)


@mechanism(epsilon="eps", requires="unit != 0")
def in_units(x: Annotated[int, within("abs(unit)")], unit: int, eps: Epsilon) -> int:
    """What is not 0 is above it or below."""
    return laplace(x, abs(unit) / eps)


@mechanism(epsilon="eps", requires="len(days) == 4")
def levels_of_four(days: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[list[int]]:
    """Each level is a list of its own, which is put into the tree and not looked at again."""
    tree: list[list[int]] = []
    size = 1
    while size <= 4:
        level = []
        for j in range(4 // size):
            level.append(laplace(sum(days[j * size : (j + 1) * size]), 3 / eps))
        tree.append(level)
        size *= 2
    return tree
