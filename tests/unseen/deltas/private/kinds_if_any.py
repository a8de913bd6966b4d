"""Counts of known kinds from rows; a kind that nobody has gets no noise and is not shown."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Kind(Enum):
    CAR = 1
    BUS = 2
    BIKE = 3


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def kinds_if_any(rows: Annotated[list[Kind], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts = {kind: 0 for kind in Kind}
    for row in rows:
        counts[row] += 1
    out = []
    for kind in Kind:
        noisy = 0
        if counts[kind] > 0:
            noisy = laplace(counts[kind], 1 / eps)
        out.append(noisy if noisy > t else 0)
    return out
