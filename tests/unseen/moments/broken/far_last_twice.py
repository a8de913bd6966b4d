"""Position −1 is the last, which is read in the first round and in the last."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1 and len(xs) >= 1")
def far_last_twice(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(xs[i - 1], variance=k / (2 * rho)) for i in range(len(xs) + 1)]
