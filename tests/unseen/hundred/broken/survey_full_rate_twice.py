"""Everybody answers two questions, each by randomized response.

Wrong: Both responses spend the whole budget. It shows on one person with two yes and with two no.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Answers(NamedTuple):
    drinks: bool
    smokes: bool


@mechanism(epsilon="eps")
def survey_full_rate_twice(
    people: Annotated[list[Answers], one_changed()], eps: Epsilon
) -> list[tuple[bool, bool]]:
    return [
        (randomized_response(person.drinks, eps), randomized_response(person.smokes, eps)) for person in people
    ]
