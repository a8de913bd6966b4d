"""The number of rows, with noise for the number of different values among them. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: noise of scale 1/ε would do. The larger scale is computed from the data, and shows.

A violating pair: the rows (7) against (7, 8). The count 1 with scale 1/ε against the count 2 with scale 2/ε. At ε = 1
an output of 10 or more has probability below 0.0001 against more than 0.01.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


def different(rows: list[int]) -> int:
    seen: list[int] = []
    for row in rows:
        if row not in seen:
            seen.append(row)
    return len(seen)


@mechanism(epsilon="eps")
def scale_from_distinct(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(len(rows), max(1, different(rows)) / eps)
