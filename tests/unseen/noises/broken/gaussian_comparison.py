from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps")
def gaussian_comparison(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> bool:
    """WRONG: one bit of a Gaussian draw. x = 0 / 1 with a limit of 10 / eps."""
    return gaussian(x, 1 / eps) >= limit
