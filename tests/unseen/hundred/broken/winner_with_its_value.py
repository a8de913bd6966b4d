"""The position of the largest noisy score and that noisy score itself.

Wrong: The value comes from the draws that chose the winner, so every score costs. It shows on [0, 0, 0] and
[1, 1, 1].
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def winner_with_its_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(score, 2 / eps) for score in scores]
    best = max(range(len(noisy)), key=noisy.__getitem__)
    return best, noisy[best]
