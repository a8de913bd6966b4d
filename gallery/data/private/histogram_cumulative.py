"""How many rows are at most 0, 1, …, top: running sums of a noisy histogram.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on properties (post-processing); ordinary code.

Coupling: the noise is on the cells, of which one moves, by 1: 1 unit of ε. All running sums are computed from the noisy
cells, which are equal.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="top >= 0")
def histogram_cumulative(rows: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> list[int]:
    counts = [0] * (top + 1)
    for row in rows:
        counts[clamp(row, 0, top)] += 1
    running = 0
    below = []
    for count in counts:
        running += laplace(count, 1 / eps)
        below.append(running)
    return below
