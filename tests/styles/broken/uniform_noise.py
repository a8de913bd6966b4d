"""Uniform noise, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/uniform_noise.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, uniform, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps")
def uniform_noise_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return number + uniform(-10, 10)

    return noisy(count)


@mechanism(epsilon="eps")
def uniform_noise_in_place(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = cells[0] + uniform(-10, 10)
    return cells[0]


@mechanism(epsilon="eps")
def uniform_noise_records(count: Annotated[int, within(1)], eps: Epsilon) -> Released:
    """The result is a record."""
    return Released(count + uniform(-10, 10))
