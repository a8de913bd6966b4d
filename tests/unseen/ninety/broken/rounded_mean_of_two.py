"""The mean of two meters, rounded, with noise for the mean.

middling. Python rounds halves to even: 1/2 to 0 and 3/2 to 2. Witness: (0, 1) and (1, 2): loss 2 eps.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def rounded_mean_of_two(a: Annotated[int, within(1)], b: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(round(Fraction(a + b, 2)), 1 / eps)
