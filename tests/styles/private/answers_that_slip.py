"""Answers that slip with a small probability, in other styles.

Claim: as in `gallery/private/answers_that_slip.py`.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="n * rho", delta="n / 1000", requires="n >= 0")
def answers_that_slip_comprehension(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A conditional expression in a comprehension."""
    return [count if coin(Fraction(1, 1000)) else gaussian(count, variance=1 / (2 * rho)) for _ in range(n)]


@mechanism(zcdp="n * rho", delta="n / 1000", requires="n >= 0")
def answers_that_slip_loop(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A while loop that counts down."""
    answers: list[int] = []
    left = n
    while left > 0:
        slipped = coin(Fraction(1, 1000))
        if slipped:
            answers += [count]
        else:
            answers += [gaussian(count, variance=1 / (2 * rho))]
        left -= 1
    return answers


@mechanism(zcdp="n * rho", delta="n / 1000", requires="n >= 0")
def answers_that_slip_nested(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A helper inside, with an early return."""

    def answer() -> int:
        if coin(Fraction(1, 1000)):
            return count
        return gaussian(count, variance=1 / (2 * rho))

    return [answer() for _ in range(n)]
