"""A loss of a ninth too much on every second output, and each excess is small."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="9 * eps / 10", delta="1 / 100")
def a_little_too_much(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
