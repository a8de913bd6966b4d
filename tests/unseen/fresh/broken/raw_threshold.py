# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def raw_threshold(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    """The bug: the raw count is compared with the threshold, and the noise comes after that.
    Witness: [threshold] and [threshold + 1]: None is sure on the left and impossible on the right."""
    return [laplace(count, 1 / eps) if count > threshold else None for count in counts]
