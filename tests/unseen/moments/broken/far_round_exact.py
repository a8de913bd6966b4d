"""The answer in the 101st round is exact."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="n * rho", requires="n >= 0")
def far_round_exact(x: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(n):
        if i == 100:
            out.append(x)
        else:
            out.append(gaussian(x, variance=1 / (2 * rho)))
    return out
