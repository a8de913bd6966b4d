from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


@mechanism(epsilon="eps")
def choose_changed_rows_full(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """WRONG: a replaced row moves two counts."""
    counts = [sum(1 for row in rows if row == kind) for kind in range(3)]
    return choose(counts, eps)
