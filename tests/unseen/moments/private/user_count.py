"""A user has up to three rows."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_user_added_or_removed


@mechanism(zcdp="rho")
def user_count(rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=3)], rho: Epsilon) -> int:
    return gaussian(sum(1 for _, amount in rows if amount > 0), variance=9 / (2 * rho))
