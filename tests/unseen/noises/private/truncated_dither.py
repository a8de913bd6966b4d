from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, truncated_laplace, within


@mechanism(epsilon="eps", requires="bound >= 0")
def truncated_dither(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    """Truncated noise after the noise."""
    return truncated_laplace(laplace(x, 1 / eps), 2, bound)
