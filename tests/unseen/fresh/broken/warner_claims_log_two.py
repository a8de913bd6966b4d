# Judged before running: easy.
from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed


@mechanism(epsilon="log(2)")
def warner_claims_log_two(truths: Annotated[list[bool], one_changed()]) -> list[bool]:
    """The bug: a random answer may be the true one, so it is 3/4 to 1/4. Witness: [True] and [False]: log 3."""
    told = []
    for truth in truths:
        if coin(Fraction(1, 2)):
            told.append(truth)
        else:
            told.append(coin(Fraction(1, 2)))
    return told
