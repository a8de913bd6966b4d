"""WRONG: caps below ten have a sensitivity of 0, and then there is no noise."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def released(total: int, tens: int, eps: Epsilon) -> int:
    return total if tens == 0 else laplace(total, 20 * tens / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def sensitivity_rounded_down(cents: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    return released(sum(clamp(c, 0, cap) for c in cents), cap // 10, eps)
