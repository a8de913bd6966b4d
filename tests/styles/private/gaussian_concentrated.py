"""Gaussian noise on a count, in other styles.

Claim: k²·ρ-zCDP, as in `gallery/private/gaussian_concentrated.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within

class Released(NamedTuple):
    noisy: int


@mechanism(zcdp="k * k * rho", requires="k >= 0")
def gaussian_concentrated_nested(count: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=1 / (2 * rho))

    return noisy(count)


@mechanism(zcdp="k * k * rho", requires="k >= 0")
def gaussian_concentrated_in_place(count: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], variance=1 / (2 * rho))
    return cells[0]


@mechanism(zcdp="k * k * rho", requires="k >= 0")
def gaussian_concentrated_records(count: Annotated[int, within("k")], k: int, rho: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(count, variance=1 / (2 * rho)))
