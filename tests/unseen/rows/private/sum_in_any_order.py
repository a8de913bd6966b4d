"""The rows are sorted before they are added up; the order is of no account."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def sum_in_any_order(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for value in sorted(values):
        total += clamp(value, 0, 5)
    return laplace(total, 5 / eps)
