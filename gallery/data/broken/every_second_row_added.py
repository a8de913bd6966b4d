"""How many of the rows at even positions say yes, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: the loss grows with the number of
rows.

Source: ordinary code. With one row replaced it is private: see `gallery/data/private/every_second_row.py`.

What is wrong: a row that goes moves all later rows to other positions.

A violating pair: the rows (True, False, True) against (False, True). The counts are 2 and 0; the output 2 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def every_second_row_added(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for i, yes in enumerate(rows):
        if i % 2 == 0 and yes:
            count += 1
    return laplace(count, 1 / eps)
