"""For a week a user is asked every day about visits, and every day a fresh response is drawn: what it costs, in numbers.

Claim: (2, 0.0887), for seven responses that are 1/2-private each. Without a δ it would be 7/2.

Source: Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015; Warner, "Randomized
Response", JASA 1965.

Why: seven rounds, each of which is 1/2-private whatever the others have shown, are (2, δ)-private for δ ≥ 0.08862.
Randomised responses need all of that.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import mechanism, randomized_response, within


@mechanism(epsilon="2", delta="887 / 10000")
def responses_of_a_week(visits: Annotated[int, within(1)]) -> list[bool]:
    return [randomized_response(visits > 0, Fraction(1, 2)) for _ in range(7)]
