"""A vector until an entry comes out high."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def vector_until_high(xs: Annotated[list[int], moves_by_l2("k")], k: int, limit: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for x in xs:
        noisy = gaussian(x, variance=k / (2 * rho))
        out.append(noisy)
        if noisy > limit:
            break
    return out
