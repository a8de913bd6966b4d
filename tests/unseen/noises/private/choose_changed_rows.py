from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


@mechanism(epsilon="eps", requires="kinds >= 1")
def choose_changed_rows(rows: Annotated[list[int], one_changed()], kinds: int, eps: Epsilon) -> int:
    """A replaced row moves two counts, in opposite directions."""
    counts = [0] * kinds
    for row in rows:
        if row >= 0 and row < kinds:
            counts[row] += 1
    return choose(counts, eps / 2)
