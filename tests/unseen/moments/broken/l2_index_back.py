"""A high answer is asked for once more."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="k >= 1")
def l2_index_back(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    rounds = 0
    while i < len(xs) and rounds < 2 * len(xs):
        noisy = gaussian(xs[i], variance=k / (2 * rho))
        out.append(noisy)
        rounds = rounds + 1
        if noisy <= 0:
            i = i + 1
    return out
