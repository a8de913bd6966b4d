"""From the hundredth on the first entry is read again."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def far_index_resets(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(len(xs)):
        j = i if i < 100 else 0
        out.append(gaussian(xs[j], variance=k / (2 * rho)))
    return out
