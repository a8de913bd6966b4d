from typing import Annotated

from twinproof import Epsilon, choose, clamp, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def choose_total(rows: Annotated[list[tuple[int, int]], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    """The column with the larger clamped total."""
    first = sum(clamp(a, 0, cap) for a, _ in rows)
    second = sum(clamp(b, 0, cap) for _, b in rows)
    return choose([first, second], eps / cap)
