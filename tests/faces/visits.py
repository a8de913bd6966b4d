"""Mechanisms on data sets, for those who give them inputs."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import (
    Epsilon,
    laplace,
    mechanism,
    one_added_or_removed,
    one_changed,
    one_user_added_or_removed,
    one_user_changed,
)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


class Visit(NamedTuple):
    who: str
    colour: Colour
    minutes: Fraction
    paid: bool


@dataclass(frozen=True)
class Plain:
    who: int
    note: int | None


@mechanism(epsilon="eps")
def paid(visits: Annotated[list[Visit], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for visit in visits:
        if visit.paid and visit.minutes / 2 > 0 and visit.colour != Colour.BLUE:
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="2 * eps")
def of_users(visits: Annotated[list[Visit], one_user_added_or_removed("who", rows=2)], eps: Epsilon) -> int:
    return laplace(len(visits), 1 / eps)


@mechanism(epsilon="eps")
def noted(rows: Annotated[list[Plain], one_changed()], eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if row.note is not None and row.note > 3:
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="2 * eps")
def yes(rows: Annotated[list[tuple[int, bool]], one_user_changed(0, rows=2)], eps: Epsilon) -> int:
    count = 0
    for _, good in rows:
        if good:
            count += 1
    return laplace(count, 1 / eps)
