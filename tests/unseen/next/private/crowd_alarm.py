"""Whether there are too many phones in a zone. The number of phones inside moves by at most 1, and only the comparison
of its noisy value is told."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def crowd_alarm(
    positions: Annotated[list[tuple[int, int]], one_added_or_removed()], side: int, limit: int, eps: Epsilon
) -> bool:
    inside = sum(1 for east, north in positions if 0 <= east < side and 0 <= north < side)
    return laplace(inside, 1 / eps) >= limit
