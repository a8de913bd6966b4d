"""The sum of two numbers, with the noise for two, in other styles. Not private as claimed.

Claim: ρ-zCDP, which does not hold, as in `gallery/broken/concentrated_squares_for_sum.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within

class Released(NamedTuple):
    noisy: int


@mechanism(zcdp="rho")
def concentrated_squares_for_sum_nested(visits: Annotated[int, within(1)], admissions: Annotated[int, within(1)], rho: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=2 / (2 * rho))

    return noisy(visits + admissions)


@mechanism(zcdp="rho")
def concentrated_squares_for_sum_in_place(visits: Annotated[int, within(1)], admissions: Annotated[int, within(1)], rho: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [visits + admissions]
    cells[0] = gaussian(cells[0], variance=2 / (2 * rho))
    return cells[0]


@mechanism(zcdp="rho")
def concentrated_squares_for_sum_records(visits: Annotated[int, within(1)], admissions: Annotated[int, within(1)], rho: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(visits + admissions, variance=2 / (2 * rho)))
