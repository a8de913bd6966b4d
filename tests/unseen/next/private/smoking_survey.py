"""Randomized response to whether somebody ever smoked. One person is replaced, whose answer alone is drawn with other
probabilities, at a cost of eps; how many answered is public."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Smoker(Enum):
    NEVER = 0
    FORMER = 1
    DAILY = 2


@mechanism(epsilon="eps")
def smoking_survey(people: Annotated[list[Smoker], one_changed()], eps: Epsilon) -> list[bool]:
    answers: list[bool] = []
    for person in people:
        ever = person is not Smoker.NEVER
        answers.append(randomized_response(ever, eps))
    return answers
