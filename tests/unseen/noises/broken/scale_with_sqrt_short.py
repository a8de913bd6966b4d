from math import sqrt
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", requires="k >= 1")
def scale_with_sqrt_short(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    """WRONG: advanced composition's scale with a pure claim. k = 4: 2 eps."""
    return [laplace(x, sqrt(k) / eps) for _ in range(k)]
