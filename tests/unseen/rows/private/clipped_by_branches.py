"""A sum whose values are cut off by if and elif. A replaced row moves it by CAP - FLOOR at most."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed

CAP = 40
FLOOR = -10


@mechanism(epsilon="eps")
def clipped_by_branches(values: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    total = 0
    for value in values:
        if value > CAP:
            value = CAP
        elif value < FLOOR:
            value = FLOOR
        total += value
    return laplace(total, (CAP - FLOOR) / eps)
