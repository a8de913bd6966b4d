"""A histogram whose small cells are shown as 0 before the noise comes. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; small counts are suppressed like this in many statistical tables.

What is wrong: whether a cell gets noise at all depends on its true count.

A violating pair: limit = 1 and one kind, the rows () against (0). The cell is 0 for certain, against a noisy 1; the
output 5 is possible in the second case only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="limit >= 1")
def small_cells_hidden(
    rows: Annotated[list[int], one_added_or_removed()],
    kinds: int,
    limit: int,
    eps: Epsilon,
) -> list[int]:
    shown = []
    for kind in range(kinds):
        count = sum(1 for row in rows if row == kind)
        if count < limit:
            shown.append(0)
        else:
            shown.append(laplace(count, 1 / eps))
    return shown
