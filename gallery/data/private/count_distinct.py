"""How many of the public values occur at all.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: one row can make one value occur or not, so the numbers differ by at most 1: 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def count_distinct(rows: Annotated[list[int], one_added_or_removed()], values: int, eps: Epsilon) -> int:
    occurring = 0
    for value in range(values):
        if any(row == value for row in rows):
            occurring += 1
    return laplace(occurring, 1 / eps)
