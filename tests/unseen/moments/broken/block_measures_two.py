"""Two scores are measured, one is paid for."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, laplace, mechanism


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(scores) >= 2")
def block_measures_two(
    scores: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon
) -> tuple[int, int, int]:
    best = 0
    highest = 0
    for i in range(len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if i == 0 or noisy > highest:
            best = i
            highest = noisy
    return best, gaussian(scores[best], variance=1 / (2 * rho)), gaussian(scores[0], variance=1 / (2 * rho))
