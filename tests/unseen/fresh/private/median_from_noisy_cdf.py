# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def median_from_noisy_cdf(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A noisy histogram (disjoint bins, eps), and the bin of the median found in the noisy counts alone."""
    counts = [0, 0, 0, 0, 0]
    for value in values:
        counts[clamp(value // 10, 0, 4)] += 1
    noisy = [laplace(count, 1 / eps) for count in counts]
    total = sum(noisy)
    running = 0
    for i, count in enumerate(noisy):
        running += count
        if 2 * running >= total:
            return i
    return 4
