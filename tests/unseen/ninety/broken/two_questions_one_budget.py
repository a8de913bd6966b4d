"""Each household answers two questions by randomized response.

easy. eps for each question makes 2 eps for a household. Witness: [(True, True)] and [(False, False)].
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Household(NamedTuple):
    heats_with_gas: bool
    owns_car: bool


@mechanism(epsilon="eps")
def two_questions_one_budget(
    households: Annotated[list[Household], one_changed()], eps: Epsilon
) -> list[tuple[bool, bool]]:
    return [(randomized_response(h.heats_with_gas, eps), randomized_response(h.owns_car, eps)) for h in households]
