from typing import Annotated, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def above_threshold_zip(
    answers: Annotated[list[int], each_within(1)], thresholds: list[int], eps: Epsilon
) -> Optional[int]:
    """Above Threshold with one public threshold for each query and one noise for all thresholds: eps / 2 for that noise, and
    2 * eps / 4 for the one answer that is above."""
    shift = laplace(0, 2 / eps)
    for i, (answer, threshold) in enumerate(zip(answers, thresholds)):
        if laplace(answer, 4 / eps) >= threshold + shift:
            return i
    return None
