"""The catastrophe mechanism without its δ, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/catastrophe_pure.py`.
"""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, coin, laplace, mechanism, within


class Released(NamedTuple):
    number: int


@mechanism(epsilon="eps")
def catastrophe_pure_one_return(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A variable that is set on both ways."""
    if not coin(Fraction(1, 1000)):
        shown = laplace(count, 1 / eps)
    else:
        shown = count
    return shown


@mechanism(epsilon="eps")
def catastrophe_pure_nested(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return laplace(number, 1 / eps)

    return count if coin(Fraction(1, 1000)) else noisy(count)


@mechanism(epsilon="eps")
def catastrophe_pure_records(count: Annotated[int, within(1)], eps: Epsilon) -> Released:
    """The result is a record."""
    bad_luck = coin(Fraction(1, 1000))
    return Released(count) if bad_luck else Released(laplace(count, 1 / eps))
