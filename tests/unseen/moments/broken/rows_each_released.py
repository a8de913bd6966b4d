"""A number for each row."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rho")
def rows_each_released(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> list[int]:
    return [gaussian(clamp(row, 0, 1), variance=1 / (2 * rho)) for row in rows]
