"""The spread of the rows, by sample and aggregate: rows are dealt to k hands, and the spreads of the hands averaged.

Claim: ε, when one row is replaced: then only the hand with that row changes.

Source: Nissim, Raskhodnikova, Smith, "Smooth Sensitivity and Sampling in Private Data Analysis", STOC 2007, in the
plain form with clamped results; also in Near, Abuah, "Programming Differential Privacy", the chapter on local
sensitivity.

Coupling: one of the k spreads moves, between 0 and b: at most b units of ε/b.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


def spread(values: list[int]) -> int:
    if not values:
        return 0
    return max(values) - min(values)


@mechanism(epsilon="eps", requires="k >= 1 and b >= 1")
def sample_and_aggregate(rows: Annotated[list[int], one_changed()], k: int, b: int, eps: Epsilon) -> Fraction:
    total = 0
    for hand in range(k):
        dealt = [row for i, row in enumerate(rows) if i % k == hand]
        total += clamp(spread(dealt), 0, b)
    return Fraction(laplace(total, b / eps), k)
