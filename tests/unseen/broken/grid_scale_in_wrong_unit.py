from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="cap >= 1")
def grid_scale_in_wrong_unit(cents: Annotated[list[int], one_within(1000)], cap: int, eps: Epsilon) -> Fraction:
    """WRONG: the total moves by up to cap cents, and the noise is for one cent. With cap = 2, cents [0] and [2], output 0: the
    loss is 2 * eps."""
    total = Fraction(sum(clamp(c, 0, cap) for c in cents), 100)
    return laplace(total, 1 / (100 * eps), grid=100)
