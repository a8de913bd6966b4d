from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within


@mechanism(epsilon="max(eps1, eps2)")
def coin_one_of_two(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps1: Epsilon, eps2: Epsilon
) -> tuple[bool, int]:
    """A coin says which of two counts is asked for; each has a budget of its own, and one is spent."""
    if coin(Fraction(2, 3)):
        return True, laplace(x, 1 / eps1)
    return False, laplace(y, 1 / eps2)
