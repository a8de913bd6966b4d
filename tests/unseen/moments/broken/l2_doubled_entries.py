"""Twice the entries cost four times as much."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="2 * rho", requires="k >= 1")
def l2_doubled_entries(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(2 * x, variance=k / (2 * rho)) for x in xs]
