"""The counter goes back once."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_index_again(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    again = True
    while i < len(xs):
        out.append(gaussian(xs[i], variance=k / (2 * rho)))
        if again:
            again = False
        else:
            i = i + 1
    return out
