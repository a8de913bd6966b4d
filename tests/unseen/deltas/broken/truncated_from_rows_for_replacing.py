"""A row is replaced, and the delta is that of a row added or removed."""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-bound * eps / 2)", requires="bound >= 2")
def truncated_from_rows_for_replacing(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, -1, 1) for row in rows), 2 / eps, bound)
