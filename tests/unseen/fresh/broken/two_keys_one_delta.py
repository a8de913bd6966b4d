# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, moves_by_l2


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 + 2 * log(1 / (2 * delta)) / eps",
)
def two_keys_one_delta(
    counts: Annotated[list[int], moves_by_l2(2)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    """The bug: two keys can be new, and each is shown with nearly delta; delta is charged once.
    Witness: [0, 0] and [1, 1], eps 1/4, delta 1/8, threshold 13: one is shown with 0.198 instead of 0.125."""
    out: list[int | None] = []
    for count in counts:
        if count <= 0:
            out.append(None)
            continue
        noisy = laplace(count, 2 / eps)
        out.append(noisy if noisy > threshold else None)
    return out
