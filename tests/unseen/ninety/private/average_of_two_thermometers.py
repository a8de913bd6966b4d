"""The mean of two thermometers, rounded half up, which moves by 1 at most when both move by 1.

middling. floor(q + 1/2) moves by ceil(1) = 1; Python's own round would move by 2.
"""

from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def average_of_two_thermometers(
    indoor: Annotated[int, within(1)], outdoor: Annotated[int, within(1)], eps: Epsilon
) -> int:
    mean = Fraction(indoor + outdoor, 2)
    return laplace(floor(mean + Fraction(1, 2)), 1 / eps)
