"""The first of a list of meters that is above a noisy level, where each meter may move by 5.

Why: The level moves by 5 at rate eps / 10; the meter that rings moves by at most 10 at rate eps / 20; the
others are free.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def alarm_level(meters: Annotated[list[int], each_within(5)], level: int, eps: Epsilon) -> int | None:
    bar = laplace(level, 10 / eps)
    for i, meter in enumerate(meters):
        if laplace(meter, 20 / eps) > bar:
            return i
    return None
