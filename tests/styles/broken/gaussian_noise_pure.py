"""Gaussian noise that is claimed to be pure, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/gaussian_noise_pure.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps")
def gaussian_noise_pure_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, 2 / eps)

    return noisy(count)


@mechanism(epsilon="eps")
def gaussian_noise_pure_in_place(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], 2 / eps)
    return cells[0]


@mechanism(epsilon="eps")
def gaussian_noise_pure_records(count: Annotated[int, within(1)], eps: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(count, 2 / eps))
