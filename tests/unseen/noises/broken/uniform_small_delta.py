from typing import Annotated

from twinproof import Epsilon, mechanism, uniform, within


@mechanism(epsilon="eps", delta="1 / 202")
def uniform_small_delta(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """WRONG: 1/201 is needed."""
    return x + uniform(-100, 100)
