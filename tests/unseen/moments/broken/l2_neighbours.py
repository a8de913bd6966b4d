"""Each answer is about two entries."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_neighbours(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(xs[i] + xs[i + 1], variance=k / (2 * rho)) for i in range(len(xs) - 1)]
