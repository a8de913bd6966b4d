"""A δ for one round, where each may slip, in other styles.

Claim: as in `gallery/broken/slips_in_every_round.py`.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, mechanism, within


@mechanism(zcdp="n * rho", delta="1 / 10", requires="n >= 0")
def slips_in_every_round_comprehension(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A conditional expression in a comprehension."""
    return [1000 + count if coin(Fraction(1, 10)) else gaussian(count, variance=1 / (2 * rho)) for _ in range(n)]


@mechanism(zcdp="n * rho", delta="1 / 10", requires="n >= 0")
def slips_in_every_round_loop(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A while loop that counts down."""
    answers: list[int] = []
    left = n
    while left > 0:
        slipped = coin(Fraction(1, 10))
        if slipped:
            answers += [1000 + count]
        else:
            answers += [gaussian(count, variance=1 / (2 * rho))]
        left -= 1
    return answers


@mechanism(zcdp="n * rho", delta="1 / 10", requires="n >= 0")
def slips_in_every_round_nested(count: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    """A helper inside, with an early return."""

    def answer() -> int:
        if coin(Fraction(1, 10)):
            return 1000 + count
        return gaussian(count, variance=1 / (2 * rho))

    return [answer() for _ in range(n)]
