from typing import Annotated

from twinproof import Epsilon, mechanism, uniform, within


@mechanism(epsilon="eps", delta="1 / 201")
def uniform_with_delta(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Uniform noise over 201 numbers: all but one of them are shared."""
    return x + uniform(-100, 100)
