"""A count with discrete Gaussian noise of variance 4, in other styles.

Claim: (1, 0.00725), as in `gallery/private/gaussian_exact_delta.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import gaussian, mechanism, within


class Released(NamedTuple):
    noisy: int


@mechanism(epsilon="1", delta="0.00725")
def gaussian_exact_delta_nested(count: Annotated[int, within(1)]) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=4)

    return noisy(count)


@mechanism(epsilon="1", delta="0.00725")
def gaussian_exact_delta_in_place(count: Annotated[int, within(1)]) -> int:
    """A list with one entry, which is replaced by its noisy value."""
    cells = [count]
    cells[0] = gaussian(cells[0], variance=4)
    return cells[0]


@mechanism(epsilon="1", delta="0.00725")
def gaussian_exact_delta_records(count: Annotated[int, within(1)]) -> Released:
    """The result is a record."""
    return Released(gaussian(count, variance=4))
