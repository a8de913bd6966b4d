"""Mechanisms that break their claims on values of the core which no value of Python is held by; then on one that is."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


class Side(Enum):
    LEFT = 0
    RIGHT = 1


@mechanism(epsilon="eps")
def third_member(count: Annotated[int, within(1)], side: Side, eps: Epsilon) -> int:
    """It would tell the count for a third member."""
    noisy = laplace(count, 1 / eps)
    if side != Side.LEFT and side != Side.RIGHT:
        return count
    return noisy


@mechanism(epsilon="eps")
def two_nones(count: Annotated[int, within(1)], limit: int | None, other: int | None, eps: Epsilon) -> int:
    """It would tell the count if there were a None beside the one None."""
    noisy = laplace(count, 1 / eps)
    if limit is None and other is None and limit != other:
        return count
    return noisy


@mechanism(epsilon="eps")
def key_twice(count: Annotated[int, within(1)], bounds: dict[str, int], eps: Epsilon) -> int:
    """It would tell the count if a key came twice."""
    noisy = laplace(count, 1 / eps)
    found = 0
    for key in bounds:
        if key == "north":
            found = found + 1
    if found > 1:
        return count
    return noisy


@mechanism(epsilon="eps")
def second_member(count: Annotated[int, within(1)], side: Side, eps: Epsilon) -> int:
    """It tells the count for the second member."""
    noisy = laplace(count, 1 / eps)
    return count if side == Side.RIGHT else noisy


@mechanism(epsilon="eps")
def one_none(count: Annotated[int, within(1)], limit: int | None, eps: Epsilon) -> int:
    """It tells the count where there is no limit."""
    noisy = laplace(count, 1 / eps)
    return count if limit is None else noisy


@mechanism(epsilon="eps")
def key_once(count: Annotated[int, within(1)], bounds: dict[str, int], eps: Epsilon) -> int:
    """It tells the count if there is such a key."""
    noisy = laplace(count, 1 / eps)
    return count if "north" in bounds else noisy
