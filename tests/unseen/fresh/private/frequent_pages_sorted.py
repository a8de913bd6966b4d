# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def frequent_pages_sorted(
    visits: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    """Pages whose noisy count is high, in the order of their numbers. One visit moves one count by 1, or brings one
    page with count 1, and that is shown with probability delta at most; the order is no secret."""
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    shown = []
    for page in sorted(counts):
        noisy = laplace(counts[page], 1 / eps)
        if noisy > threshold:
            shown.append((page, noisy))
    return shown
