# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, moves_by_l2


@mechanism(
    epsilon="eps",
    delta="2 * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + 2 * log(1 / (2 * delta)) / eps",
)
def two_new_keys(
    counts: Annotated[list[int], moves_by_l2(2)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    """Two entries move by 1. Each costs eps / 2, or, if it is new, delta."""
    out: list[int | None] = []
    for count in counts:
        if count <= 0:
            out.append(None)
            continue
        noisy = laplace(count, 2 / eps)
        out.append(noisy if noisy > threshold else None)
    return out
