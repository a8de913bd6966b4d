"""A mean that is told only if there seem to be enough rows.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: equal noisy counts cost ε/2, so both runs decide alike. If they go on, equal noisy sums cost at most ε/2.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

MOST = 500


def limited(x: int) -> int:
    return min(max(x, 0), MOST)


@mechanism(epsilon="eps", requires="enough >= 1")
def mean_if_many(rows: Annotated[list[int], one_added_or_removed()], enough: int, eps: Epsilon) -> Fraction | None:
    half = eps / 2
    count = laplace(len(rows), 1 / half)
    if count < enough:
        return None
    total = laplace(sum(limited(row) for row in rows), MOST / half)
    return Fraction(total, count)
