"""The first answer at or above the bar, and by how much it is above the bar.

Why: Bar and hit both go up by 1, so the gap stays; the bar costs eps / 2 and the hit's noise moves by at most
2 (eps / 2).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def hit_with_gap(
    answers: Annotated[list[int], each_within(1)], level: int, eps: Epsilon
) -> tuple[int, int] | None:
    bar = laplace(level, 2 / eps)
    for i in range(len(answers)):
        noisy = laplace(answers[i], 4 / eps)
        if noisy >= bar:
            return i, noisy - bar
    return None
