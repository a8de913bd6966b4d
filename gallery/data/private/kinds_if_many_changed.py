"""Counts of known kinds; a kind that nobody has gets no noise, and small noisy counts are not shown.

Claim: (2ε, δ), when one row is replaced, for a limit of at least 1 + log(1 / δ) / ε.

Source: as `gallery/data/private/bins_if_many.py`.

Coupling: two kinds move. Each costs ε where both sides draw, and a half of δ where only one side does.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class Kind(Enum):
    CAR = 1
    BUS = 2
    BIKE = 3


@mechanism(epsilon="2 * eps", delta="delta", requires="delta <= 1 / 2 and limit >= 1 + log(1 / delta) / eps")
def kinds_if_many_changed(
    rows: Annotated[list[Kind], one_changed()], limit: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for kind in Kind:
        count = sum(row == kind for row in rows)
        noisy = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
        shown.append(noisy if noisy > limit else 0)
    return shown
