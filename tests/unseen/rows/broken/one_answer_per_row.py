"""WRONG: as many answers as rows."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def one_answer_per_row(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    return [laplace(clamp(row, 0, 1), 1 / eps) for row in rows]
