"""How many people are in bands of twenty years of which one begins every ten years. An age is in two bands at most, so
one person more moves two counts by 1, and the noise is for 2."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def overlapping_bands(ages: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    bands = [0] * 10
    for a in ages:
        for b in range(10):
            lo = 10 * b
            hi = lo + 20
            if a >= lo and a < hi:
                bands[b] = bands[b] + 1
    for b in range(10):
        bands[b] = laplace(bands[b], 2 / eps)
    return bands
