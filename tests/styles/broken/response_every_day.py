"""A fresh response every day, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/response_every_day.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, randomized_response, within


class Told(NamedTuple):
    days: int
    visited: list[bool]


@mechanism(epsilon="eps", requires="days <= 7")
def response_every_day_loop(visits: Annotated[int, within(1)], days: int, eps: Epsilon) -> list[bool]:
    """The days are counted by hand."""
    visited = visits >= 1
    told: list[bool] = []
    day = 0
    while day < days:
        told.append(randomized_response(visited, eps))
        day += 1
    return told


@mechanism(epsilon="eps", requires="days <= 7")
def response_every_day_nested(visits: Annotated[int, within(1)], days: int, eps: Epsilon) -> list[bool]:
    """A function in a function draws the response of a day."""

    def today() -> bool:
        return randomized_response(visits > 0, eps)

    return [today() for _ in range(days)]


@mechanism(epsilon="eps", requires="days <= 7")
def response_every_day_records(visits: Annotated[int, within(1)], days: int, eps: Epsilon) -> Told:
    """The result is a record, which also has the number of days."""
    return Told(days, [randomized_response(visits > 0, eps) for _ in range(days)])
