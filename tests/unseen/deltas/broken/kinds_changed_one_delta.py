"""A row is replaced: two kinds move, and delta is for one."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class Kind(Enum):
    CAR = 1
    BUS = 2


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def kinds_changed_one_delta(rows: Annotated[list[Kind], one_changed()], t: int, eps: Epsilon) -> list[int]:
    out = []
    for kind in Kind:
        count = sum(1 for row in rows if row == kind)
        noisy = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
        out.append(noisy if noisy > t else 0)
    return out
