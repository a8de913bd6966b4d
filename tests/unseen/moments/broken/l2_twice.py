"""Every entry is read in two rounds."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_twice(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(2):
        for x in xs:
            out.append(gaussian(x, variance=k / (2 * rho)))
    return out
