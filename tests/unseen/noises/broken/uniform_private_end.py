from typing import Annotated

from twinproof import Epsilon, mechanism, uniform, within


@mechanism(epsilon="eps")
def uniform_private_end(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: the range depends on x."""
    return uniform(0, abs(x))
