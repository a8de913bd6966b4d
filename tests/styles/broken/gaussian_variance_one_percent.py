"""A variance that is one percent too small, in other styles. Not private as claimed.

Claim: ρ-zCDP, which does not hold, as in `gallery/broken/gaussian_variance_one_percent.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within

class Released(NamedTuple):
    noisy: int


@mechanism(zcdp="rho")
def gaussian_variance_one_percent_nested(count: Annotated[int, within(1)], rho: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=99 / (200 * rho))

    return noisy(count)


@mechanism(zcdp="rho")
def gaussian_variance_one_percent_in_place(count: Annotated[int, within(1)], rho: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], variance=99 / (200 * rho))
    return cells[0]


@mechanism(zcdp="rho")
def gaussian_variance_one_percent_records(count: Annotated[int, within(1)], rho: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(count, variance=99 / (200 * rho)))
