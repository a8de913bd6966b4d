"""Distances that were added and not squared, in other styles. Not private as claimed.

Claim: ρ-zCDP, which does not hold, as in `gallery/broken/concentrated_sensitivities_added.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within

class Both(NamedTuple):
    count: int
    total: int


@mechanism(zcdp="rho")
def concentrated_sensitivities_added_nested(
    count: Annotated[int, within(1)], total: Annotated[int, within(3)], rho: Epsilon
) -> tuple[int, int]:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=4 / (2 * rho))

    first = noisy(count)
    return first, noisy(total)


@mechanism(zcdp="rho")
def concentrated_sensitivities_added_in_place(
    count: Annotated[int, within(1)], total: Annotated[int, within(3)], rho: Epsilon
) -> list[int]:
    """A list with both, which are replaced by their noisy values."""
    cells = [count, total]
    cells[0] = gaussian(cells[0], variance=4 / (2 * rho))
    cells[1] = gaussian(cells[1], variance=4 / (2 * rho))
    return cells


@mechanism(zcdp="rho")
def concentrated_sensitivities_added_records(
    count: Annotated[int, within(1)], total: Annotated[int, within(3)], rho: Epsilon
) -> Both:
    """The result is a record."""
    return Both(gaussian(count, variance=4 / (2 * rho)), gaussian(total, variance=4 / (2 * rho)))
