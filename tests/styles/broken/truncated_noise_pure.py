"""Truncated noise that is claimed to be pure, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/truncated_noise_pure.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, truncated_laplace, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps", requires="bound >= 0")
def truncated_noise_pure_nested(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return truncated_laplace(number, 1 / eps, bound)

    return noisy(count)


@mechanism(epsilon="eps", requires="bound >= 0")
def truncated_noise_pure_in_place(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = truncated_laplace(cells[0], 1 / eps, bound)
    return cells[0]


@mechanism(epsilon="eps", requires="bound >= 0")
def truncated_noise_pure_records(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> Released:
    """The result is a record."""
    return Released(truncated_laplace(count, 1 / eps, bound))
