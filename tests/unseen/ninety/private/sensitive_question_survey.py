"""Randomized response: each respondent's yes or no is flipped on the phone.

easy. Only one respondent's answer differs, and its response costs eps.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def sensitive_question_survey(answers: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    return [randomized_response(answer, eps) for answer in answers]
