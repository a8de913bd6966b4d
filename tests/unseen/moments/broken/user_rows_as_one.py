"""A user has up to three rows, and one is paid for."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_user_added_or_removed


@mechanism(zcdp="rho")
def user_rows_as_one(rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], rho: Epsilon) -> int:
    return gaussian(sum(clamp(amount, 0, 1) for _, amount in rows), variance=1 / (2 * rho))
