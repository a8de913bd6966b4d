"""Costs of the queries are public; what is not positive counts as one."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="budget * rho", requires="budget >= 0 and len(costs) == len(xs)")
def filter_with_costs(
    xs: Annotated[list[int], each_within(1)], costs: list[int], budget: int, rho: Epsilon
) -> list[int]:
    out: list[int] = []
    spent = 0
    for i in range(len(xs)):
        cost = max(1, costs[i])
        if spent + cost <= budget:
            out.append(gaussian(xs[i], variance=1 / (2 * cost * rho)))
            spent += cost
    return out
