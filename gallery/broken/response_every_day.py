"""For a week a user is asked every day about visits, and every day a fresh response is drawn. Not private as claimed.

Claim: ε. It does not hold; days·ε does.

Source: Tang, Korolova, Bai, Wang, Wang, "Privacy Loss in Apple's Implementation of Differential Privacy on MacOS
10.12", 2017, on a budget that is new every day; Erlingsson, Pihur, Korolova, "RAPPOR", CCS 2014, for what to do about
it.

What is wrong: each day's response costs ε, and the average of many gives the answer away.

A violating pair: 0 visits against 1, for two days. The event is that no is told on both.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_response, within


@mechanism(epsilon="eps", requires="days <= 7")
def response_every_day(visits: Annotated[int, within(1)], days: int, eps: Epsilon) -> list[bool]:
    return [randomized_response(visits > 0, eps) for _ in range(days)]
