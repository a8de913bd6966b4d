"""A permanent response and a response to it each day, in other styles.

Claim: ε, as in `gallery/private/permanent_response.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, randomized_response, within


class Told(NamedTuple):
    days: int
    visited: list[bool]


@mechanism(epsilon="eps")
def permanent_response_loop(visits: Annotated[int, within(1)], days: int, eps: Epsilon, eps_day: Epsilon) -> list[bool]:
    """The days are counted by hand."""
    visited = visits >= 1
    permanent = randomized_response(visited, eps)
    told: list[bool] = []
    day = 0
    while day < days:
        told.append(randomized_response(permanent, eps_day))
        day += 1
    return told


@mechanism(epsilon="eps")
def permanent_response_nested(
    visits: Annotated[int, within(1)], days: int, eps: Epsilon, eps_day: Epsilon
) -> list[bool]:
    """A function in a function draws the response of a day."""
    permanent = randomized_response(visits > 0, eps)

    def today() -> bool:
        return randomized_response(permanent, eps_day)

    return [today() for _ in range(days)]


@mechanism(epsilon="eps")
def permanent_response_records(visits: Annotated[int, within(1)], days: int, eps: Epsilon, eps_day: Epsilon) -> Told:
    """The result is a record, which also has the number of days."""
    permanent = randomized_response(visits > 0, eps)
    return Told(days, [randomized_response(permanent, eps_day) for _ in range(days)])
