"""A count with discrete Gaussian noise, in other styles.

Claim: (ε, 1/2), for ε up to 1, as in `gallery/private/gaussian_count.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="eps", delta="1/2", requires="eps <= 1")
def gaussian_count_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, 2 / eps)

    return noisy(count)


@mechanism(epsilon="eps", delta="1/2", requires="eps <= 1")
def gaussian_count_in_place(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], 2 / eps)
    return cells[0]


@mechanism(epsilon="eps", delta="1/2", requires="eps <= 1")
def gaussian_count_records(count: Annotated[int, within(1)], eps: Epsilon) -> Released:
    """The result is a record."""
    return Released(gaussian(count, 2 / eps))
