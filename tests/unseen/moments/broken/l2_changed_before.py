"""The list is made of running totals first."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_changed_before(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    ys = list(xs)
    for i in range(1, len(ys)):
        ys[i] = ys[i] + ys[i - 1]
    return [gaussian(y, variance=k / (2 * rho)) for y in ys]
