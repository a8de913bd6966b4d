# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def keys_in_order_of_arrival(
    visits: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    """The bug: the keys come out in the order of their first rows, which one row can change.
    Witness: [2, 2, 1] and [1, 2, 2, 1], eps 2, delta 1/2, threshold 1: "1 before 2" has 0.77 on the right, and 0
    on the left."""
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    shown = []
    for page, count in counts.items():
        noisy = laplace(count, 1 / eps)
        if noisy > threshold:
            shown.append((page, noisy))
    return shown
