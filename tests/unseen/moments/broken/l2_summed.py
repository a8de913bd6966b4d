"""The sum moves by sqrt(n k), not by sqrt(k)."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_summed(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> int:
    return gaussian(sum(xs), variance=k / (2 * rho))
