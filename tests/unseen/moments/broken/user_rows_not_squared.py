"""Three rows of a user move the sum by three, and nine is due."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_user_added_or_removed


@mechanism(zcdp="rho")
def user_rows_not_squared(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], rho: Epsilon
) -> int:
    return gaussian(sum(clamp(amount, 0, 1) for _, amount in rows), variance=3 / (2 * rho))
