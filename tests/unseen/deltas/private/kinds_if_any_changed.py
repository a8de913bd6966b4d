"""The same where a row is replaced: two kinds move."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class Kind(Enum):
    CAR = 1
    BUS = 2


@mechanism(epsilon="2 * eps", delta="exp(-(t - 1) * eps)", requires="t >= 1")
def kinds_if_any_changed(rows: Annotated[list[Kind], one_changed()], t: int, eps: Epsilon) -> list[int]:
    out = []
    for kind in Kind:
        count = sum(1 for row in rows if row == kind)
        noisy = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
        out.append(noisy if noisy > t else 0)
    return out
