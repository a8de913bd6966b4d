"""A vector with Laplace noise."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, moves_by_l2


@mechanism(zcdp="k * eps * eps / 2", requires="k >= 0")
def vector_laplace(xs: Annotated[list[int], moves_by_l2("k")], k: int, eps: Epsilon) -> list[int]:
    return [laplace(x, 1 / eps) for x in xs]
