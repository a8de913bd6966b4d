"""Answers are kept with probability 3/4 and turned round otherwise, and log(2) is claimed. Witness: one yes against one
no; the answer yes has 3/4 against 1/4, a loss of log(3)."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed


def noisy_answer(answer):
    keep = coin(Fraction(3, 4))
    return answer if keep else not answer


@mechanism(epsilon="log(2)")
def three_in_four(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    return [noisy_answer(answer) for answer in answers]
