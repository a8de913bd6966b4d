"""WRONG: caps below ten have a sensitivity of 0, and then there is no noise."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def sensitivity_rounded_down(cents: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    total = sum(clamp(c, 0, cap) for c in cents)
    sensitivity = cap // 10 * 10
    if sensitivity <= 0:
        return total
    return laplace(total, 2 * sensitivity / eps)
