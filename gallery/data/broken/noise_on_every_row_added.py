"""Every row with noise of its own, where one row may come or go. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. With one row replaced it is private: see `gallery/data/private/noise_on_every_row.py`.

What is wrong: the number of answers is the number of rows.

A violating pair: the rows () against (1). The result () is certain in one case, and impossible in the other.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def noise_on_every_row_added(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    return [laplace(clamp(mark, 1, 10), 10 / eps) for mark in marks]
