"""A vector, by a while loop."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def vector_by_index(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    while i < len(xs):
        out.append(gaussian(xs[i], variance=k / (2 * rho)))
        i += 1
    return out
