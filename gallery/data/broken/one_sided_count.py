"""A count plus one-sided noise. Not private as claimed.

Claim: ε, when one row is added or removed. It does not hold, and no other ε does.

Source: Ghosh, Roughgarden, Sundararajan, "Universally Utility-Maximizing Privacy Mechanisms", STOC 2009, with one
side only.

What is wrong: the answer is never below the count.

A violating pair: no rows against one row. The output 0 is possible for the first only.
"""

from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def one_sided_count(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return len(rows) + geometric(1 / eps)
