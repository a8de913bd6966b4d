"""Eps²/8 is for bounded range, and Laplace noise has none."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 8")
def laplace_bounded_range(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
