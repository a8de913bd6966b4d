"""The cost that is checked is the one before."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) == 2")
def filter_spends_later(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    quarters = 0
    cost = 1
    i = 0
    while i < len(xs) and quarters + cost <= 4:
        quarters = quarters + cost
        cost = 4
        out.append(gaussian(xs[i], variance=2 / (cost * rho)))
        i = i + 1
        cost = 1
    return out
