"""The privacy parameter is passed as the scale, so that less epsilon is less noise. Witness: 0 against 1 with eps =
1/2; the output 0 has a loss of 2."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def scale_is_epsilon(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(count, eps)
