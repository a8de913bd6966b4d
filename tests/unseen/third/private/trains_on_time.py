"""Late trains minus early trains, of a timetable of known size. The delay of one train is replaced, which moves the
difference by at most 2, from early to late."""

from typing import Annotated
import twinproof as tp


@tp.mechanism(epsilon="eps")
def trains_on_time(delays: Annotated[list[int], tp.one_changed()], eps: tp.Epsilon) -> int:
    late = 0
    early = 0
    i = 0
    while i < len(delays):
        d = delays[i]
        if d > 5:
            late = late + 1
        if d < 0:
            early = early + 1
        i = i + 1
    result = late - early
    noisy_result = tp.laplace(result, 2 / eps)
    return noisy_result
