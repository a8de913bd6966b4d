"""The value at the chosen place comes out as it is."""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(zcdp="eps * eps / 2 + rho", requires="len(xs) >= 1")
def choose_then_measure_another(
    xs: Annotated[list[int], each_within(1)], eps: Epsilon, rho: Epsilon
) -> tuple[int, int]:
    best = choose(xs, eps)
    return best, xs[best]
