"""A clamped sum with noise for the width of the range, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold: the loss is ε times the larger bound over the width.

Source: ordinary code. With one row replaced the width is right: see `gallery/data/private/clamped_sum_changed.py`.

What is wrong: a row that comes or goes moves the sum by its size, and not by how far it can move. Where both bounds are
equal the width is 0, and only the 1 keeps the noise alive.

A violating pair: low = high = 2, the rows () against (2). The sums 0 and 2 get noise of scale 1/ε; the output 0 loses
2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="low <= high")
def width_in_place_of_size(
    rows: Annotated[list[int], one_added_or_removed()],
    low: int,
    high: int,
    eps: Epsilon,
) -> int:
    return laplace(sum(clamp(row, low, high) for row in rows), max(1, high - low) / eps)
