"""K times: choose and measure."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, gaussian, mechanism


@mechanism(zcdp="k * (eps * eps / 8 + rho)", requires="len(scores) >= 1 and k >= 0")
def rounds_of_selecting(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(k):
        best = choose(scores, eps / 2)
        out.append(gaussian(scores[best], variance=1 / (2 * rho)))
    return out
