"""A mean from a noisy sum and a noisy count."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho", requires="cap >= 1")
def mean_of_clamped(rows: Annotated[list[int], one_added_or_removed()], cap: int, rho: Epsilon) -> int:
    total = gaussian(sum(clamp(row, 0, cap) for row in rows), variance=cap * cap / rho)
    people = gaussian(len(rows), variance=1 / rho)
    return total // max(1, people)
