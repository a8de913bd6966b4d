"""Costs of a quarter of the stays, drawn by coin, with the amplification that this gives.

middling. With probability 3/4 the extra stay is not even looked at.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed

QUARTER = Fraction(1, 4)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 4)")
def sampled_hospital_cost(costs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for cost in costs:
        if coin(QUARTER):
            total += clamp(cost, 0, 1000)
    return laplace(total, 1000 / eps)
