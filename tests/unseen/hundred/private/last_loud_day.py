"""The last entry above the noisy bar, found by counting down.

Why: As Above Threshold, read from the end: the bar costs eps / 2 and the one hit eps / 2.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def last_loud_day(days: Annotated[list[int], each_within(1)], loud: int, eps: Epsilon) -> int:
    bar = laplace(loud, 2 / eps)
    position = len(days) - 1
    while position >= 0:
        if laplace(days[position], 4 / eps) > bar:
            break
        position -= 1
    return position
