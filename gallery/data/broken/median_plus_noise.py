"""The exact median, with noise of scale 1/ε. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 100ε does.

Source: ordinary code; "the median hardly moves".

What is wrong: it hardly moves for most data, and jumps for some.

A violating pair: the rows (0, 0, 2) against (0, 2, 2). The medians are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(rows) >= 1")
def median_plus_noise(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    ordered = sorted(clamp(row, 0, 100) for row in rows)
    return laplace(ordered[len(ordered) // 2], 1 / eps)
