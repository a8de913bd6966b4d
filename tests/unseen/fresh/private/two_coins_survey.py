# Judged before running: easy.
from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed


@mechanism(epsilon="log(3)")
def two_coins_survey(answers: Annotated[list[bool], one_changed()]) -> int:
    """Warner with two fair coins: a true answer is kept with 3/4, and told with 1/4 by the other; log 3, tight."""
    yes = 0
    for answer in answers:
        told = answer if coin(Fraction(1, 2)) else coin(Fraction(1, 2))
        if told:
            yes += 1
    return yes
