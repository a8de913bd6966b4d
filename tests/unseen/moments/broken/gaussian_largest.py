"""Noisy max with Gaussian noise at the price of one draw."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) >= 2")
def gaussian_largest(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> int:
    highest = 0
    for i in range(len(xs)):
        noisy = gaussian(xs[i], variance=1 / (2 * rho))
        if i == 0 or noisy > highest:
            highest = noisy
    return highest
