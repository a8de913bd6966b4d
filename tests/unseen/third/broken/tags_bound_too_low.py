"""Tags that nobody listed before, with truncated noise, shown if that is at the bound or above: a tag of one row gets
there with its two highest values. Witness: no rows against one, bound = 1, eps = 1: 0.788, and delta is 0.368."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-eps * bound)", requires="bound >= 1")
def tags_bound_too_low(
    tags: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon
) -> dict[int, int]:
    counts: dict[int, int] = {}
    for tag in tags:
        counts[tag] = counts.get(tag, 0) + 1
    noisy = {tag: truncated_laplace(counts[tag], 1 / eps, bound) for tag in sorted(counts)}
    return {tag: value for tag, value in noisy.items() if value >= bound}
