"""A cost of 0 is given the noise of 1."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def filter_cost_zero(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    spent = 0
    cost = 1
    i = 0
    while i < len(xs) and spent + cost <= 1:
        noisy = gaussian(xs[i], variance=1 / (2 * rho))
        out.append(noisy)
        spent = spent + cost
        cost = 0
        i = i + 1
    return out
