"""The loss is twice what is claimed, for most outputs, and delta is one in a thousand."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="1 / 1000")
def twice_the_epsilon(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(2 * x, 1 / eps)
