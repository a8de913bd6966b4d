"""WRONG: whether there are five rows is decided on the true number."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def nothing_for_small_groups(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int | None:
    if len(rows) < 5:
        return None
    return laplace(sum(1 for row in rows if row), 1 / eps)
