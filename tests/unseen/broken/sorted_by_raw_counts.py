from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def sorted_by_raw_counts(counts: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[tuple[int, int]]:
    """WRONG: every count has its noise, but the table is sorted by the raw counts. Counts [0, 0] list entry 0 first, counts
    [0, 1] list entry 1 first, both for sure."""
    noisy = [laplace(c, 1 / eps) for c in counts]
    order = sorted(range(len(counts)), key=lambda i: counts[i], reverse=True)
    return [(i, noisy[i]) for i in order]
