"""Eps-private is eps²/2, not eps²/4."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="eps * eps / 4", requires="eps <= 1")
def laplace_eps_squared_quarter(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
