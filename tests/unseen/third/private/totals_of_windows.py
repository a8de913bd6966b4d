"""Sums of readings over windows of a public width that do not overlap, the last perhaps shorter. One reading moves by 3
and is in one window."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="width >= 1")
def totals_of_windows(readings: Annotated[list[int], one_within(3)], width: int, eps: Epsilon) -> list[int]:
    totals: list[int] = []
    for start in range(0, len(readings), width):
        window = readings[start : start + width]
        totals.append(laplace(sum(window), 3 / eps))
    return totals
