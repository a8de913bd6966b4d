"""How many at a party took pills, where each answer is the truth with probability 4/5 and its opposite otherwise. One
answer is replaced, at a cost of log(4); the sum comes after."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed

TRUTH = Fraction(4, 5)


@mechanism(epsilon="log(4)")
def party_pills(took: Annotated[list[bool], one_changed()]) -> int:
    said = [truth == coin(TRUTH) for truth in took]
    return sum(said)
