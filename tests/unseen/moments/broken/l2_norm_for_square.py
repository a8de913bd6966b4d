"""Moves_by_l2(k) bounds the square; k² is more than enough, sqrt would be too little: here k is halved."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 2")
def l2_norm_for_square(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=(k - 1) / (2 * rho)) for x in xs]
