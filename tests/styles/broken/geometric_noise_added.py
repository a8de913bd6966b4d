"""Noise that never falls below 0, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/geometric_noise_added.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, geometric, mechanism, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps")
def geometric_noise_added_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return number + geometric(1 / eps)

    return noisy(count)


@mechanism(epsilon="eps")
def geometric_noise_added_in_place(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = cells[0] + geometric(1 / eps)
    return cells[0]


@mechanism(epsilon="eps")
def geometric_noise_added_records(count: Annotated[int, within(1)], eps: Epsilon) -> Released:
    """The result is a record."""
    return Released(count + geometric(1 / eps))
