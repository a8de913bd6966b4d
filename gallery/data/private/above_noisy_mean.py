"""How many rows are above the mean, where the mean itself is noisy.

Claim: ε, when one row is replaced.

Source: ordinary code; compare `gallery/data/broken/above_exact_mean.py`.

Coupling: the sum of clamped values moves by at most 100, and equal noisy sums cost at most 100 units of ε/200. Both
runs then count above the same mean, and the counts differ by at most 1: 1 unit of ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(rows) >= 1")
def above_noisy_mean(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int]:
    total = laplace(sum(clamp(row, 0, 100) for row in rows), 200 / eps)
    mean = total // len(rows)
    above = sum(1 for row in rows if row > mean)
    return mean, laplace(above, 2 / eps)
