from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps", delta="1 / 1000")
def gaussian_small_delta(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: a standard deviation of 1 / eps has a delta of about 1/8 at eps = 1."""
    return gaussian(x, 1 / eps)
