"""RAPPOR in two steps: a permanent response for each device, and fresh responses about that one every day.

hard. All that is sent is made of the permanent response, which costs eps.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def permanent_then_fresh_response(
    visited: Annotated[list[bool], one_changed()], days: int, eps: Epsilon, eps_daily: Epsilon
) -> list[list[bool]]:
    sent: list[list[bool]] = []
    for truth in visited:
        permanent = randomized_response(truth, eps)
        sent.append([randomized_response(permanent, eps_daily) for _ in range(days)])
    return sent
