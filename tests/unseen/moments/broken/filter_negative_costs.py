"""Costs are not asked to be positive, and the noise takes the larger of them and 1."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho", requires="len(costs) == len(xs)")
def filter_negative_costs(xs: Annotated[list[int], each_within(1)], costs: list[int], rho: Epsilon) -> list[int]:
    out: list[int] = []
    spent = 0
    for i in range(len(xs)):
        if spent + costs[i] <= 4:
            out.append(gaussian(xs[i], variance=2 / (max(costs[i], 1) * rho)))
            spent = spent + costs[i]
    return out
