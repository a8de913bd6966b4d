"""With probability 1/2 a respondent answers by randomized response, else by a fair coin. An answer then costs log((3 *
exp(eps) + 1) / (exp(eps) + 3)), which is at most eps / 2, since (exp(eps / 2) - 1) ** 3 is not negative."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, mechanism, one_changed, randomized_response

HALF = Fraction(1, 2)


@mechanism(epsilon="eps / 2")
def shy_respondents(truths: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    answers: list[bool] = []
    for truth in truths:
        if coin(HALF):
            answers.append(randomized_response(truth, eps))
        else:
            answers.append(coin(HALF))
    return answers
