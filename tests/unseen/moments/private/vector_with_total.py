"""A vector and its length, which is public."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def vector_with_total(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> tuple[list[int], int]:
    noisy = [gaussian(x, variance=k / (2 * rho)) for x in xs]
    return noisy, len(xs)
