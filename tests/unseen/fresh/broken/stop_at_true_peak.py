# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(loads) >= 1")
def stop_at_true_peak(loads: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon) -> list[int]:
    """The bug: the loop ends at the first true load over the limit, so the length of the answer tells where it is.
    Witness: limit 5, [4, 4] and [5, 4]: an answer with two entries is impossible for the second."""
    out: list[int] = []
    for load in loads:
        out.append(laplace(load, len(loads) / eps))
        if load >= limit:
            break
    return out
