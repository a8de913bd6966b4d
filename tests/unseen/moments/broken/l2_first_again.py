"""The first entry in every round."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1 and len(xs) >= 1")
def l2_first_again(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(len(xs)):
        out.append(gaussian(xs[0], variance=k / (2 * rho)))
    return out
