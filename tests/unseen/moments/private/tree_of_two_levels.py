"""Blocks of one and of two."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="2 * rho")
def tree_of_two_levels(xs: Annotated[list[int], one_within(1)], rho: Epsilon) -> tuple[list[int], list[int]]:
    leaves = [gaussian(x, variance=1 / (2 * rho)) for x in xs]
    pairs = [gaussian(xs[2 * i] + xs[2 * i + 1], variance=1 / (2 * rho)) for i in range(len(xs) // 2)]
    return leaves, pairs
