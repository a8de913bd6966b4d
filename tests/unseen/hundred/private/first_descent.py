"""Noisy counts are compared with the one after them; told is where they fall for the first time.

Why: One count moves by 1 and its noise of scale 1 / eps pays; looking ahead reads noisy numbers only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def first_descent(counts: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    noisy = [laplace(count, 1 / eps) for count in counts]
    for i in range(len(noisy) - 1):
        if noisy[i] > noisy[i + 1]:
            return i
    return len(noisy)
