"""WRONG: the cap is what the last row says."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def last_row_sets_the_cap(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    cap = max(1, rows[-1]) if rows else 1
    return laplace(sum(clamp(row, 0, cap) for row in rows), cap / eps)
