"""The totals of the first and of the second half of the rows, as if these were disjoint parts. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code; the length used as public is a slip that Cebere et al. found in libraries ("Privacy in Theory,
Bugs in Practice", PETS 2026).

What is wrong: where the first half ends depends on how many rows there are. A row that comes first pushes another one
from the first half into the second.

A violating pair: cap = 1, the rows (1, 0) against (0, 1, 0). The totals are (1, 0) and (0, 1); the output (1, 0) loses
2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def halves_by_length(sales: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> tuple[int, int]:
    middle = len(sales) // 2
    early = sum(clamp(sale, 0, cap) for sale in sales[:middle])
    late = sum(clamp(sale, 0, cap) for sale in sales[middle:])
    return laplace(early, cap / eps), laplace(late, cap / eps)
