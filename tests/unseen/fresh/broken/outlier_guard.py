# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def outlier_guard(visits: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The bug: noise that is too large is replaced by the true number.
    Witness: 0 and 1, output 51: impossible for 0."""
    noisy = laplace(visits, 1 / eps)
    if abs(noisy - visits) > 50:
        noisy = visits
    return noisy
