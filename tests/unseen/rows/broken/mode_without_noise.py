"""WRONG: the most common kind is found on the true counts; only its count has noise."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def mode_without_noise(kinds: Annotated[list[int], one_changed()], eps: Epsilon) -> tuple[int, int]:
    counts = [0, 0, 0]
    for kind in kinds:
        counts[clamp(kind, 0, 2)] += 1
    best = counts.index(max(counts))
    return best, laplace(counts[best], 1 / eps)
