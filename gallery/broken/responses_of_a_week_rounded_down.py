"""Responses of a week, with a δ that was rounded down. Not private as claimed.

Claim: (3/2, 0.059), for five responses that are 1/2-private each. It does not hold; (3/2, 0.0591) does.

Source: Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015, for the δ; an ordinary
slip.

What is wrong: δ is 0.059068…, and an upper bound is rounded up.

A violating pair: 0 visits against 1. The event is that no is told on all five days.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import mechanism, randomized_response, within


@mechanism(epsilon="3 / 2", delta="590 / 10000")
def responses_of_a_week_rounded_down(visits: Annotated[int, within(1)]) -> list[bool]:
    return [randomized_response(visits > 0, Fraction(1, 2)) for _ in range(5)]
