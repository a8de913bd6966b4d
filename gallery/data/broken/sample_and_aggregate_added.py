"""The rows are dealt to two hands, whose spreads are added, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: sample and aggregate (Nissim, Raskhodnikova, Smith, "Smooth Sensitivity and Sampling in Private Data Analysis",
STOC 2007) with hands that depend on positions. Compare `gallery/data/private/sample_and_aggregate.py`.

What is wrong: a row that comes moves all later rows to the other hand, so both spreads change.

A violating pair: b = 1, the rows (0, 1, 0) against (0, 1, 1, 0). The hands are (0, 0) and (1), without any spread,
against (0, 1) and (1, 0). The sums are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


def spread(values: list[int]) -> int:
    if not values:
        return 0
    return max(values) - min(values)


@mechanism(epsilon="eps", requires="b >= 1")
def sample_and_aggregate_added(rows: Annotated[list[int], one_added_or_removed()], b: int, eps: Epsilon) -> int:
    even: list[int] = []
    odd: list[int] = []
    for row in rows:
        if len(even) == len(odd):
            even.append(row)
        else:
            odd.append(row)
    total = clamp(spread(even), 0, b) + clamp(spread(odd), 0, b)
    return laplace(total, b / eps)
