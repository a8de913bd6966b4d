from math import sqrt
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="k * eps / sqrt(k)", requires="k >= 1")
def scale_with_sqrt(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    """k answers, each with noise of scale sqrt(k) / eps."""
    return [laplace(x, sqrt(k) / eps) for _ in range(k)]
