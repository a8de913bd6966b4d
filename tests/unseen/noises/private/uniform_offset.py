from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, uniform, within


@mechanism(epsilon="eps", requires="width >= 1")
def uniform_offset(x: Annotated[int, within(1)], width: int, eps: Epsilon) -> tuple[int, int]:
    """A random offset that is told."""
    offset = uniform(0, width)
    return offset, laplace(x + offset, 1 / eps)
