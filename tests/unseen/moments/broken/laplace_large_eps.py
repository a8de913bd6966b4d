"""A claim that is linear in eps holds for small eps only."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="eps / 4")
def laplace_large_eps(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
