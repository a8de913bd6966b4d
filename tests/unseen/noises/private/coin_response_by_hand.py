from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, within


@mechanism(epsilon="log(3)")
def coin_response_by_hand(x: Annotated[int, within(1)]) -> bool:
    """Warner's response by two coins: heads, the truth; tails, another coin."""
    if coin(Fraction(1, 2)):
        return x > 0
    return coin(Fraction(1, 2))
