"""Counts of bins 0 to n - 1 from rows; empty bins get no noise."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def numbered_bins(rows: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for number in range(n):
        count = sum(1 for row in rows if row == number)
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out
