# Judged before running: easy.
from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def floor_of_weeks(days: Annotated[int, within(14)], eps: Epsilon) -> int:
    """Fourteen days are two weeks, wherever they begin: the floor moves by 2 at most."""
    weeks = floor(Fraction(days, 7))
    return laplace(weeks, 2 / eps)
