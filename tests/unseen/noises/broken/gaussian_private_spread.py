from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps")
def gaussian_private_spread(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: the spread of the noise tells about x."""
    return gaussian(0, variance=1 + abs(x))
