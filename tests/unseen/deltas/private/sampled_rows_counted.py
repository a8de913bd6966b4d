"""An exact count of rows that were taken with probability p: (0, p)."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_added_or_removed


@mechanism(epsilon="0", delta="p", requires="0 <= p and p <= 1")
def sampled_rows_counted(rows: Annotated[list[int], one_added_or_removed()], p: Fraction) -> int:
    return sum(1 for row in rows if coin(p))
