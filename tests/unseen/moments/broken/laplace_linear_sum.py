"""Two steps cost four times one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="eps * eps", requires="eps <= 1")
def laplace_linear_sum(x: Annotated[int, within(2)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
