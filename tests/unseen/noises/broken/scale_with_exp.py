from math import exp
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def scale_with_exp(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: exp(eps) - 1 is more than eps."""
    return laplace(x, 1 / (exp(eps) - 1))
