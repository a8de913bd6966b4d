"""More than a hundred rows are counted twice."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho")
def far_rows_counted_twice(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> int:
    count = 0
    for row in rows:
        if row == 12345:
            count += 2
        elif row > 0:
            count += 1
    return gaussian(count, variance=1 / (2 * rho))
