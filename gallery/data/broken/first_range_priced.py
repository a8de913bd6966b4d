"""Sums within several public ranges, with noise for the first of them. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: `ranges[0]` where each range has a width of its own.

A violating pair: the ranges (0 to 1) and (0 to 9), the rows (0) against (9). The sums are (0, 0) and (1, 9), the noise
is of scale 2/ε: the output (0, 0) loses 5ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(ranges) >= 1")
def first_range_priced(
    rows: Annotated[list[int], one_changed()], ranges: list[tuple[int, int]], eps: Epsilon
) -> list[int]:
    low, high = ranges[0]
    scale = len(ranges) * max(1, high - low) / eps
    sums = []
    for lower, upper in ranges:
        sums.append(laplace(sum(clamp(row, lower, upper) for row in rows), scale))
    return sums
