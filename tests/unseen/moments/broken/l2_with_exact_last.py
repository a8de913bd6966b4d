"""The last entry comes out as it is."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1 and len(xs) >= 1")
def l2_with_exact_last(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out = [gaussian(x, variance=k / (2 * rho)) for x in xs]
    out.append(xs[len(xs) - 1] % 2)
    return out
