"""Comparisons with one noisy threshold, as if it were free to ask."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(xs) >= 3")
def above_threshold_gaussian(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[bool]:
    bar = gaussian(0, variance=1 / (2 * rho))
    return [x >= bar for x in xs]
