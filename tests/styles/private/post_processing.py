"""Post-processing of a noisy count, in other styles: clamped, and rounded down to a multiple of `step`.

Claim: ε, as in `gallery/private/post_processing.py`.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Shown(NamedTuple):
    amount: int
    lost_much: bool


class Rounding(Enum):
    LITTLE = 0
    MUCH = 1


@dataclass(frozen=True)
class Entry:
    amount: int
    rounding: Rounding


class Display:
    """How a count is shown: at most cap, in steps."""

    def __init__(self, cap: int, step: int) -> None:
        self.cap = cap
        self.step = step

    def show(self, count: int) -> tuple[int, bool]:
        clamped = max(0, min(count, self.cap))
        lost = clamped % self.step
        return clamped - lost, 2 * lost >= self.step


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_comprehension(
    count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon
) -> tuple[int, bool]:
    """The rounded count is the greatest multiple that is not above it, found by a generator with a condition."""
    clamped = max(0, min(laplace(count, 1 / eps), cap))
    rounded = max(k * step for k in range(cap // step + 1) if k * step <= clamped)
    return rounded, 2 * (clamped - rounded) >= step


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_in_place(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> tuple[int, bool]:
    """A list with one place for each multiple, of which one is marked, and then looked up."""
    clamped = max(0, min(laplace(count, 1 / eps), cap))
    marks = [0] * (cap // step + 1)
    marks[clamped // step] = 1
    rounded = marks.index(1) * step
    return rounded, 2 * (clamped - rounded) >= step


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_records(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> Shown:
    """The result is a named tuple; clamping is a function in the function."""

    def clamped(x: int) -> int:
        return max(0, min(x, cap))

    noisy = clamped(laplace(count, 1 / eps))
    lost = noisy % step
    return Shown(amount=noisy - lost, lost_much=2 * lost >= step)


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_enum(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> Entry:
    """The result is a frozen dataclass with a member of an Enum in it; assertions say what holds."""
    noisy = laplace(count, 1 / eps)
    if noisy < 0:
        noisy = 0
    elif noisy > cap:
        noisy = cap
    lost = noisy % step
    assert 0 <= lost < step
    return Entry(noisy - lost, Rounding.MUCH if 2 * lost >= step else Rounding.LITTLE)


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_strings(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> tuple[int, str]:
    """Text says how much was lost."""
    noisy = max(0, min(laplace(count, 1 / eps), cap))
    lost = noisy % step
    return noisy - lost, "much" if 2 * lost >= step else "little"


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_class(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> tuple[int, bool]:
    """A small object holds how a count is shown."""
    display = Display(cap, step)
    return display.show(laplace(count, 1 / eps))


@mechanism(epsilon="eps", requires="cap >= 0 and step >= 1")
def post_processing_fraction(count: Annotated[int, within(1)], cap: int, step: int, eps: Epsilon) -> tuple[int, bool]:
    """The clamped count in steps is a fraction, of which the whole part is shown."""
    steps = Fraction(max(0, min(laplace(count, 1 / eps), cap)), step)
    whole = floor(steps)
    return whole * step, steps - whole >= Fraction(1, 2)
