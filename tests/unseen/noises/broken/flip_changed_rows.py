from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip


@mechanism(epsilon="eps")
def flip_changed_rows(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """WRONG: a replaced row moves two counts."""
    return permute_and_flip([sum(1 for row in rows if row == kind) for kind in range(3)], eps)
