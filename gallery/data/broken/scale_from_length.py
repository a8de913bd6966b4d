"""A mean with less noise the more rows there are, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; the sensitivity of a mean over a public number of rows, used where that number is private.

What is wrong: the scale of the noise is computed from the true number of rows, and shows.

A violating pair: the rows (0) against (0, 0). Both means are 0, with noise of scale 100/ε against 50/ε. An output of
1000 or more has about e^(−10ε) against e^(−20ε).
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def scale_from_length(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    n = max(1, len(rows))
    mean = sum(clamp(row, 0, 100) for row in rows) // n
    return laplace(mean, 100 / (n * eps))
