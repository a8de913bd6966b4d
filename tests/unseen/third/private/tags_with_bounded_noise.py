"""Tags that nobody listed before, with truncated noise, shown above bound + 1: a tag of one row alone never gets there.
The count of one tag moves by 1, and the end of its noise weighs less than exp(-eps * bound)."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-eps * bound)", requires="bound >= 1")
def tags_with_bounded_noise(
    tags: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon
) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for tag in tags:
        counts[tag] = counts.get(tag, 0) + 1
    shown: list[tuple[int, int]] = []
    for tag in sorted(counts):
        noisy = truncated_laplace(counts[tag], 1 / eps, bound)
        if noisy > bound + 1:
            shown.append((tag, noisy))
    return shown
