# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def noise_before_clipping(readings: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """The bug: each reading gets noise for a range of 10 and is clipped after that; before that it has no range.
    Witness: [0] and [1000], eps 1, output 0: more than a half against about e^-100."""
    noisy = [laplace(reading, 10 / eps) for reading in readings]
    return sum(clamp(value, 0, 10) for value in noisy)
