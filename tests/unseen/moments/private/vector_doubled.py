"""Entries times two."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def vector_doubled(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(2 * x, variance=4 * k / (2 * rho)) for x in xs]
