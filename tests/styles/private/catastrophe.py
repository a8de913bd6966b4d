"""The catastrophe mechanism, in other styles.

Claim: (ε, δ), as in `gallery/private/catastrophe.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, coin, laplace, mechanism, within


class Released(NamedTuple):
    number: int


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def catastrophe_one_return(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    """A variable that is set on both ways."""
    if not coin(delta):
        shown = laplace(count, 1 / eps)
    else:
        shown = count
    return shown


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def catastrophe_nested(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return laplace(number, 1 / eps)

    return count if coin(delta) else noisy(count)


@mechanism(epsilon="eps", delta="delta", requires="delta < 1")
def catastrophe_records(count: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> Released:
    """The result is a record."""
    bad_luck = coin(delta)
    return Released(count) if bad_luck else Released(laplace(count, 1 / eps))
