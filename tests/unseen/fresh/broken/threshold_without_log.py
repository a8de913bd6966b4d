# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + 2 / eps")
def threshold_without_log(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """The bug: two scales above 1 have to do for every delta; the logarithm of 1 / (2 delta) is not there.
    Witness: [0] and [1], eps 1, threshold 3, delta 1/1000: the new key is shown with e^-3 / (1 + 1/e) = 0.036."""
    shown = [0] * len(counts)
    for i, count in enumerate(counts):
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > threshold:
                shown[i] = noisy
    return shown
