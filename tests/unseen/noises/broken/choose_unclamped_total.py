from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def choose_unclamped_total(rows: Annotated[list[tuple[int, int]], one_added_or_removed()], eps: Epsilon) -> int:
    """WRONG: totals without a clamp."""
    return choose([sum(a for a, _ in rows), sum(b for _, b in rows)], eps)
