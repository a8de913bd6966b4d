"""Warner's interview with coins: the truth with 3/4, else whatever another coin says.

easy. The ratio is (7/8) / (1/8) = 7, the claim log(3) is for a fair first coin. Witness: [True] and [False].
"""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed


def reply(truth):
    if coin(Fraction(3, 4)):
        return truth
    return coin(Fraction(1, 2))


@mechanism(epsilon="log(3)")
def coin_toss_interview(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    return [reply(answer) for answer in answers]
