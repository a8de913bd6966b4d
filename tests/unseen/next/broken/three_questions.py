"""Each of a person's three answers has a randomized response of eps, and eps is claimed for the person. Witness: one
person with three yes against one with three no; the loss is three times eps."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@dataclass(frozen=True)
class Person:
    drinks: bool
    smokes: bool
    gambles: bool


@mechanism(epsilon="eps")
def three_questions(people: Annotated[list[Person], one_changed()], eps: Epsilon) -> list[tuple[bool, bool, bool]]:
    answers: list[tuple[bool, bool, bool]] = []
    for person in people:
        drinks = randomized_response(person.drinks, eps)
        smokes = randomized_response(person.smokes, eps)
        gambles = randomized_response(person.gambles, eps)
        answers.append((drinks, smokes, gambles))
    return answers
