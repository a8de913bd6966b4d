"""A user is asked every day whether there was a visit: one response is drawn for ever, and each day a response to it.

Claim: ε, the rate of the permanent response, for any number of days and any rate of the daily ones.

Source: Erlingsson, Pihur, Korolova, "RAPPOR: Randomized Aggregatable Privacy-Preserving Ordinal Response", CCS 2014:
the permanent and the instantaneous response, here of a single bit.

Coupling: the same responses. The permanent one costs ε at most, and what is drawn about it afterwards nothing.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_response, within


@mechanism(epsilon="eps")
def permanent_response(visits: Annotated[int, within(1)], days: int, eps: Epsilon, eps_day: Epsilon) -> list[bool]:
    permanent = randomized_response(visits > 0, eps)
    return [randomized_response(permanent, eps_day) for _ in range(days)]
