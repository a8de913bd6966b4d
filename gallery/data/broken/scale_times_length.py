"""A sum with more noise the more rows there are: too much noise is no privacy. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; a sensitivity "for all rows together".

What is wrong: there is more noise than needed, but how much tells the number of rows.

A violating pair: the rows () against (0). Both sums are 0, with noise of scale 10/ε against 20/ε. At ε = 1 an output of
100 or more has probability below 0.00003 against more than 0.003.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def scale_times_length(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for row in rows:
        total += clamp(row, 0, 10)
    return laplace(total, 10 * (len(rows) + 1) / eps)
