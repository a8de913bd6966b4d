from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

KINDS = (1, 2, 3)


@mechanism(epsilon="eps")
def suppressed_percentages(
    kinds: Annotated[list[int], one_within(2)], minimum: int, eps: Epsilon
) -> list[tuple[int, int]] | None:
    """Percentages by kind, or None if any noisy count is too small. One changed row moves two counts by 1, so the scale is
    2 / eps; suppressing, normalising and rounding see only noisy counts."""
    counts = {kind: 0 for kind in KINDS}
    for kind in kinds:
        if kind in counts:
            counts[kind] += 1
    noisy = [laplace(count, 2 / eps) for count in counts.values()]
    if not all(count >= minimum for count in noisy):
        return None
    total = max(1, sum(noisy))
    return [(kind, round(Fraction(100 * count, total))) for kind, count in zip(counts.keys(), noisy)]
