"""I // 2 reads each entry twice."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_half_index(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(len(xs)):
        out.append(gaussian(xs[i // 2], variance=k / (2 * rho)))
    return out
