"""How many rows are above the mean, where the mean is exact. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does: the loss grows with the number of rows.

Source: ordinary code. Compare `gallery/data/private/above_noisy_mean.py`.

What is wrong: one row moves the mean, and so decides for all other rows whether they count.

A violating pair: the rows (0, 5, 5, 5) against (100, 5, 5, 5). The means are 3 and 28, and the counts 3 and 1; the
output 1 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(rows) >= 1")
def above_exact_mean(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    mean = sum(rows) // len(rows)
    return laplace(sum(1 for row in rows if row > mean), 1 / eps)
