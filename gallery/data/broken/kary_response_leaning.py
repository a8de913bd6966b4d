"""K-ary randomized response at twice the rate that it may have. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: Kairouz, Bonawitz, Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016, with rate ε.

What is wrong: the true value is e^(2ε) times as likely as any other.

A violating pair: a row 0 against a row 1. The event is the answer 0.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="k >= 2")
def kary_response_leaning(rows: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    return [randomized_choice(clamp(row, 0, k - 1), k, 2 * eps) for row in rows]
