"""How many readings lie in a public range, when one reading may be another one.

Claim: ε, when one row is replaced.

Source: ordinary code.

Coupling: before and after the replacement the reading counts for 0 or for 1, so the counts differ by at most 1: 1 unit
of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def count_where_changed(readings: Annotated[list[int], one_changed()], low: int, high: int, eps: Epsilon) -> int:
    inside = 0
    for reading in readings:
        if reading < low or reading > high:
            continue
        inside += 1
    return laplace(inside, 1 / eps)
