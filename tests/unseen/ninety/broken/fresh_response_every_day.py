"""Devices answer by randomized response, every day anew.

middling. Two days cost 2 eps. Witness: [True] and [False], days 2.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def fresh_response_every_day(
    visited: Annotated[list[bool], one_changed()], days: int, eps: Epsilon
) -> list[list[bool]]:
    return [[randomized_response(truth, eps) for _ in range(days)] for truth in visited]
