from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, within


@mechanism(epsilon="log(2)")
def coin_response_by_hand_half(x: Annotated[int, within(1)]) -> bool:
    """WRONG: the truth is told with probability 3/4, so the loss is log(3)."""
    if coin(Fraction(1, 2)):
        return x > 0
    return coin(Fraction(1, 2))
