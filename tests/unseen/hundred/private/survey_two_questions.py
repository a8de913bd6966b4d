"""Everybody answers two questions, each by randomized response with half of the budget.

Why: One person's answers are replaced, and each of the two responses costs eps / 2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Answers(NamedTuple):
    drinks: bool
    smokes: bool


@mechanism(epsilon="eps")
def survey_two_questions(
    people: Annotated[list[Answers], one_changed()], eps: Epsilon
) -> list[tuple[bool, bool]]:
    return [
        (randomized_response(person.drinks, eps / 2), randomized_response(person.smokes, eps / 2))
        for person in people
    ]
