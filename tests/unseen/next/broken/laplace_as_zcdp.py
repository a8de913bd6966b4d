"""Laplace noise of eps is said to be eps ** 2 / 4 in zCDP; it is eps ** 2 / 2. Witness: 0 against 1 with eps = 1; near
order 1 the divergence is eps * tanh(eps / 2) = 0.46."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(zcdp="eps ** 2 / 4")
def laplace_as_zcdp(outages: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(outages, 1 / eps)
