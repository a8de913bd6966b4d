from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, within


@mechanism(epsilon="eps")
def geometric_difference_101(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: a hundredth too little noise."""
    return x + geometric(Fraction(100, 101) / eps) - geometric(Fraction(100, 101) / eps)
