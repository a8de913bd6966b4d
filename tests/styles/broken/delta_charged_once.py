"""Two keys of one user, each shown if its noisy count is high, for the δ of one, in other styles. Not private as claimed.

Claim: (2ε, δ), which does not hold, as in `gallery/broken/delta_charged_once.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Shown(NamedTuple):
    first: bool
    second: bool


@mechanism(epsilon="2 * eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def delta_charged_once_nested(
    first: Annotated[int, within(1)], second: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> tuple[bool, bool]:
    """A function in a function says of a count whether it is shown."""

    def is_shown(count: int) -> bool:
        return count > 0 and laplace(count, 1 / eps) > threshold

    return is_shown(first), is_shown(second)


@mechanism(epsilon="2 * eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def delta_charged_once_in_place(
    first: Annotated[int, within(1)], second: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[bool]:
    """A list with an entry for each key."""
    shown = [False, False]
    if first > 0:
        shown[0] = laplace(first, 1 / eps) > threshold
    if second > 0:
        shown[1] = laplace(second, 1 / eps) > threshold
    return shown


@mechanism(epsilon="2 * eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def delta_charged_once_records(
    first: Annotated[int, within(1)], second: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> Shown:
    """The result is a record."""
    first_shown = first > 0 and laplace(first, 1 / eps) > threshold
    second_shown = second > 0 and laplace(second, 1 / eps) > threshold
    return Shown(first_shown, second_shown)
