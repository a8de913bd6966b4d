"""A filter that looks after spending, in other styles. Not private as claimed.

Claim: ρ-zCDP with ρ = 1, which does not hold, as in `gallery/broken/filter_after_spending.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import each_within, gaussian, mechanism

class Released(NamedTuple):
    values: list[int]


@mechanism(zcdp="1", requires="len(values) >= 2")
def filter_after_spending_loop(values: Annotated[list[int], each_within(1)]) -> list[int]:
    """A loop over the values that stops; the budget is counted in quarters."""
    released: list[int] = []
    quarters = 0
    for value in values:
        if quarters >= 4:
            break
        released.append(gaussian(value, variance=2 / 3))
        quarters += 3
    return released


@mechanism(zcdp="1", requires="len(values) >= 2")
def filter_after_spending_nested(values: Annotated[list[int], each_within(1)]) -> list[int]:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return gaussian(number, variance=2 / 3)

    released: list[int] = []
    quarters = 0
    i = 0
    while quarters < 4 and i < len(values):
        released.append(noisy(values[i]))
        quarters += 3
        i += 1
    return released


@mechanism(zcdp="1", requires="len(values) >= 2")
def filter_after_spending_records(values: Annotated[list[int], each_within(1)]) -> Released:
    """The result is a record."""
    released: list[int] = []
    quarters = 0
    i = 0
    while quarters < 4 and i < len(values):
        released.append(gaussian(values[i], variance=2 / 3))
        quarters += 3
        i += 1
    return Released(released)
