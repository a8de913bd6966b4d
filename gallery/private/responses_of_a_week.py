"""From Monday to Friday a user is asked about visits, with a fresh response every day: what that costs, in numbers.

Claim: (3/2, 0.0591), for five responses that are 1/2-private each. Without a δ it would be 5/2.

Source: Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015; Warner, "Randomized
Response", JASA 1965.

Why: five rounds, each of which is 1/2-private whatever the others have shown, are (3/2, δ)-private for δ ≥ 0.05907.
Randomised responses need all of that.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import mechanism, randomized_response, within


@mechanism(epsilon="3 / 2", delta="591 / 10000")
def responses_of_a_week(visits: Annotated[int, within(1)]) -> list[bool]:
    return [randomized_response(visits > 0, Fraction(1, 2)) for _ in range(5)]
