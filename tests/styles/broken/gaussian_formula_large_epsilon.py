"""Gaussian noise by the formula for ε below 1, used for every ε, in other styles. Not private as claimed.

Claim: (ε, δ), which does not hold, as in `gallery/broken/gaussian_formula_large_epsilon.py`.
"""

from math import log, sqrt
from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def gaussian_formula_large_epsilon_nested(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, sqrt(2 * log(1.25 / delta)) / eps)

    return noisy(count)


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def gaussian_formula_large_epsilon_in_place(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], sqrt(2 * log(1.25 / delta)) / eps)
    return cells[0]


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2")
def gaussian_formula_large_epsilon_records(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(count, sqrt(2 * log(1.25 / delta)) / eps))
