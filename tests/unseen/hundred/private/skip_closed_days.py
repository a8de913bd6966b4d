"""The first open day above the bar; closed days, which are public, are passed over without noise.

Why: As Above Threshold on the open days: the bar costs eps / 2 and the one hit eps / 2.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(is_open) == len(visitors)")
def skip_closed_days(
    visitors: Annotated[list[int], each_within(1)], is_open: list[bool], crowd: int, eps: Epsilon
) -> int | None:
    bar = laplace(crowd, 2 / eps)
    answer = None
    for day, count in enumerate(visitors):
        if not is_open[day]:
            continue
        if laplace(count, 4 / eps) >= bar:
            answer = day
            break
    return answer
