"""The ups and downs of a series, with noise for one difference. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: ordinary code. Compare `gallery/data/private/total_variation.py`.

What is wrong: a row in the middle stands in two differences.

A violating pair: b = 1, the series (0, 0, 0) against (0, 1, 0). The sums are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="b >= 1")
def total_variation_one_term(series: Annotated[list[int], one_changed()], b: int, eps: Epsilon) -> int:
    total = 0
    for i in range(len(series) - 1):
        total += abs(clamp(series[i + 1], 0, b) - clamp(series[i], 0, b))
    return laplace(total, b / eps)
