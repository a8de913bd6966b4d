"""A score with public weights, of any sign, over all rows.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: a row adds weight_a · a + weight_b · b with a and b between 0 and 10, which is at most 10·(|weight_a| +
|weight_b|) away from 0: that many units of ε divided by the same (and 1 more, so that no scale is zero).
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Ratings(NamedTuple):
    a: int
    b: int


@mechanism(epsilon="eps")
def weighted_sum(
    rows: Annotated[list[Ratings], one_added_or_removed()],
    weight_a: int,
    weight_b: int,
    eps: Epsilon,
) -> int:
    score = 0
    for row in rows:
        score += weight_a * clamp(row.a, 0, 10) + weight_b * clamp(row.b, 0, 10)
    return laplace(score, (10 * (abs(weight_a) + abs(weight_b)) + 1) / eps)
