"""Responses of a week with a δ that was rounded down, in other styles. Not private as claimed.

Claim: (3/2, 0.059), which does not hold, as in `gallery/broken/responses_of_a_week_rounded_down.py`.
"""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import mechanism, randomized_response, within

HALF = Fraction(1, 2)


class Told(NamedTuple):
    days: int
    visited: list[bool]


@mechanism(epsilon="3 / 2", delta="590 / 10000")
def responses_of_a_week_rounded_down_loop(visits: Annotated[int, within(1)]) -> list[bool]:
    """The days are counted by hand."""
    told: list[bool] = []
    day = 0
    while day < 5:
        told.append(randomized_response(visits >= 1, HALF))
        day += 1
    return told


@mechanism(epsilon="3 / 2", delta="590 / 10000")
def responses_of_a_week_rounded_down_nested(visits: Annotated[int, within(1)]) -> list[bool]:
    """A function in a function draws the response of a day."""

    def today() -> bool:
        return randomized_response(visits > 0, HALF)

    return [today() for _ in range(1, 6)]


@mechanism(epsilon="3 / 2", delta="590 / 10000")
def responses_of_a_week_rounded_down_records(visits: Annotated[int, within(1)]) -> Told:
    """The result is a record, which also has the number of days."""
    return Told(5, [randomized_response(visits > 0, HALF) for _ in range(5)])
