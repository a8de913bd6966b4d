from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, within


@mechanism(epsilon="eps")
def geometric_difference(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Two-sided noise as the difference of two one-sided ones."""
    return x + geometric(1 / eps) - geometric(1 / eps)
