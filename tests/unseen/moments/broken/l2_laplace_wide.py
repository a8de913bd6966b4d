"""Laplace noise, and a third of what its squares cost."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, moves_by_l2


@mechanism(zcdp="k * eps * eps / 6", requires="k >= 1")
def l2_laplace_wide(xs: Annotated[list[int], moves_by_l2("k")], k: int, eps: Epsilon) -> list[int]:
    return [laplace(x, 1 / eps) for x in xs]
